import { type ChangeSet, lenientText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { UnableError } from "../../parsers/unable_error.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { isDistinct } from "../forged/tests/words.ts"
import type { Violation } from "../verdict.ts"
import type { UnreadFile } from "./unread_file.ts"

/** Files that are searched for users. */
const MOST_READ = 2000
const MOST_TOLD = 20

/**
 * Definitions that are gone while another file, which names this one's type or belongs to its folder, still calls them
 * and nobody else defines them.
 */
export async function vanishedDefinitions(
  { path, before, after }: UnreadFile,
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<readonly Violation[]> {
  if (before === null || isTestPath(path)) return []
  const kept = wordsOf(after ?? "")
  const defined = definitionsIn(before)
  const gone = new Map(
    defined.filter(({ name }) => isDistinct(name) && !kept.has(name)).map((one) => [one.name, one]),
  )
  if (gone.size === 0) return []
  const types = new Set([stemOf(path), ...defined.flatMap(({ name, is_type }) => (is_type ? [name] : []))])
  const users = new Map<string, string>()
  for (const other of await filesOfKind(path, change, facts)) {
    const text = withoutComments(lenientText(await facts.read(other)) ?? "")
    const words = wordsOf(text)
    for (const { name } of definitionsIn(text)) gone.delete(name)
    const is_near = folderOf(other) === folderOf(path) || [...types].some((type) => words.has(type))
    if (!is_near) continue
    const calls = callsIn(text)
    for (const name of gone.keys()) if (calls.has(name) && !users.has(name)) users.set(name, other)
  }
  return [...gone.values()]
    .flatMap(({ name, line }) => {
      const user = users.get(name)
      if (user === undefined) return []
      const message = `${name} was defined here and is gone, and ${user} still uses it`
      return [{ ...PLACE, path, line, message, evidence: name }]
    })
    .slice(0, MOST_TOLD)
}

async function filesOfKind(
  path: string,
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<readonly string[]> {
  const kind = kindOf(path)
  const touched = change.files.flatMap((file) => (file.after === null ? [] : [file.path]))
  const all = [...new Set([...touched, ...(await facts.paths())])]
  const found = all.filter((other) => other !== path && kindOf(other) === kind)
  // Who defines or uses a name may be among those that are not read.
  if (found.length > MOST_READ)
    throw new UnableError(`${found.length} .${kind} files are too many to look for users of a name`)
  return found
}

interface Definition {
  readonly name: string
  readonly line: number
  readonly is_type: boolean
}

/** Names that a line introduces which begins a block: `fun total(items: List<Item>): Int {`, `class Cart : Base {`. */
function definitionsIn(text: string): readonly Definition[] {
  const lines = text.split("\n")
  return lines.flatMap((line, index): readonly Definition[] => {
    if (!beginsBlock(line, lines[index + 1] ?? "")) return []
    const [, words = "", name = ""] = CALLABLE.exec(line) ?? []
    if (name !== "") return words.trim() === "" ? [] : [{ name, line: index + 1, is_type: false }]
    const [, type = ""] = TYPE.exec(line) ?? []
    return type === "" ? [] : [{ name: type, line: index + 1, is_type: true }]
  })
}

/** Words in front of a name and its parentheses: "public static int total(". A call has none. */
const CALLABLE =
  /^\s{0,80}((?:[\w@<>[\]?*&:,.]{1,80}\s{1,4}){1,8}?)(?:\w{1,60}(?:\.|::)){0,4}([A-Za-z_]\w{0,100})\s{0,2}(?:<[^()]{0,100}>)?\(/
/** "sealed class Cart", "interface Shelf": the last word before what ends the head. */
const TYPE = /^\s{0,80}(?:[a-z]{2,20}\s{1,4}){1,5}([A-Z]\w{0,100})\b(?!\s{0,4}[=(.])/

function beginsBlock(line: string, next: string): boolean {
  const head = line.trimEnd()
  if (/^\s*(?:return|throw|else|if|for|while|switch|when|case|catch|try|do|new|await|yield)\b/.test(head))
    return false
  return (
    /(?:\{|\bdo|:|=|->|=>|\bthen|\bis)$/.test(head) ||
    /^\s*\{\s*$/.test(next) ||
    /\{.{0,400}\}$/.test(head) ||
    isIndented(head, next)
  )
}

function isIndented(head: string, next: string): boolean {
  const indent = (text: string): number => text.length - text.trimStart().length
  return head.endsWith(")") && next.trim() !== "" && indent(next) > indent(head)
}

/** By names alone it may be another thing. */
const PLACE = { side: "before", rule: "vanished_definition", severity: "warning" } as const

/** What was commented out uses nothing. */
function withoutComments(text: string): string {
  return text.replaceAll(/^[ \t]*(?:\/\/|#[ \t]|--|\*|\/\*).*$/gm, "")
}

/** Names before a bracket, or behind a dot or a colon. */
function callsIn(text: string): ReadonlySet<string> {
  const found = text.matchAll(/([.:]?)(?<![\w$])([A-Za-z_]\w{0,100})(\s{0,2}\()?/g)
  return new Set([...found].flatMap(([, before, name = "", after]) => (before || after ? [name] : [])))
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[A-Za-z_]\w{0,200}/g))
}

function kindOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1)
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1)
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1)
  const end = name.indexOf(".", 1)
  return end === -1 ? name : name.slice(0, end)
}
