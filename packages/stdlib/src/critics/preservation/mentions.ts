import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { bareSource } from "../../code/bare_source.ts"
import type { Definition } from "../../code/definition.ts"
import { countIdentifier } from "../../code/identifiers.ts"
import { memberObject } from "../../code/member_object.ts"
import type { Reference } from "../../code/reference.ts"
import type { SymbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import type { LostDefinition } from "./lost_definition.ts"
import { canReach } from "./reach.ts"

/** Whether code that can reach a lost definition still contains its name and may mean it. */
export async function isMentioned(
  lost: LostDefinition,
  { files, unparsed, truncated }: SymbolIndex,
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<boolean> {
  const { name, kind } = lost.definition
  if (truncated) return true
  for (const file of unparsed.get(name) ?? []) {
    if (!canReach(file, lost)) continue
    if (!/\.html?$/.test(file) || saysIt(strictText(await facts.read(file)) ?? "", file, lost)) return true
  }
  for (const [file, { references, definitions: own }] of files) {
    const found = references.filter((one) => one.name === name && mayMean(one, lost))
    if (!canReach(file, lost) || found.length === 0 || isNewlyBound(name, file, change)) continue
    // A file that defines the name means its own definition, unless the name is a method's.
    if (kind !== "method" && file !== lost.path && own.some((found) => found.name === name)) continue
    const text = strictText(await facts.read(file)) ?? ""
    if (found.some((one) => isOfIt(one, text, lost)) && saysIt(text, file, lost)) return true
  }
  return false
}

/** Whether a touched file has a variable or a parameter of this name now and had none before. */
function isNewlyBound(name: string, path: string, change: ChangeSet): boolean {
  const { before = null, after = null } = change.files.find((file) => file.path === path) ?? {}
  return !binds(strictText(before) ?? "", name) && binds(strictText(after) ?? "", name)
}

function binds(text: string, name: string): boolean {
  return [...text.matchAll(BINDING)].some(
    ([, variable, parameter]) => variable === name || parameter === name,
  )
}

const BINDING =
  /\b(?:let|const|var|mut)\s{1,9}(?:mut\s{1,9})?([\w$]{1,200})\s{0,9}[:=]|[(,|]\s{0,99}(?:mut\s{1,9})?([\w$]{1,200})\s{0,9}:(?!:)/g

/** In Rust and Java a field may share a method's name. */
function mayMean({ kind, member }: Reference, { path, definition }: LostDefinition): boolean {
  // Rust calls a method by a value or by its type.
  if (kind === "call" && !member && definition.kind === "method" && path.endsWith(".rs")) return false
  // Go and Rust call nothing by a text.
  if (kind === "text" && /\.(?:go|rs)$/.test(path)) return false
  return kind !== "use" || definition.kind !== "method" || !/\.(?:rs|java)$/.test(path)
}

/** In Python, `x.name` refers to a function or a class only when `x` is its module or a package around it. */
function isOfIt({ member, offset }: Reference, text: string, { path, definition }: LostDefinition): boolean {
  if (!member || !path.endsWith(".py") || definition.kind === "method") return true
  const object = memberObject(text, offset)
  if (object === null) return false
  const places = path.slice(0, -".py".length).split("/")
  if (places.includes(object)) return true
  return [...text.matchAll(RENAMED)].some(([, name = "", as]) => as === object && places.includes(name))
}

const RENAMED = /\b(\w{1,200})[ \t]{1,9}as[ \t]{1,9}(\w{1,200})/g

/** Whether a text with the name means the definition by it, as far as its language shows. */
function saysIt(text: string, file: string, lost: LostDefinition): boolean {
  const { path, definition } = lost
  // A page without a mark of a template calls nothing of Go or Rust.
  if (/\.html?$/.test(file) && /\.(?:go|rs)$/.test(path) && !TEMPLATE.test(text)) return false
  if (path.endsWith(".go") && definition.kind === "function" && file.endsWith(".go"))
    return !isLocal(bareSource(text, "go"), definition)
  if (isStatic(lost) && file.endsWith(".java")) return callsStatic(bareSource(text, "java"), file, lost)
  return true
}

const TEMPLATE = /\{\{|\{%|<%/

/** The name first occurs where a variable gets it. */
function isLocal(text: string, { name }: Definition): boolean {
  const line = text.split("\n").find((one) => countIdentifier(one, name) > 0) ?? ""
  const [left = "", right] = line.split(":=")
  return right !== undefined && /^[\s\w,]{1,400}$/.test(left) && countIdentifier(right, name) === 0
}

/** For Java: it is called by the name of its type. */
export function isStatic({ path, before, definition: { kind, range, offset } }: LostDefinition): boolean {
  return kind === "method" && path.endsWith(".java") && /\bstatic\b/.test(before.slice(range.start, offset))
}

/** By its type, or alone where the type is extended or its names are imported. */
function callsStatic(text: string, file: string, { path, definition }: LostDefinition): boolean {
  const { name, qualified_name } = definition
  const owner = qualified_name.split(".").at(-2) ?? ""
  const words = text.match(/[\w$]+|::|[^\s\w$]/g) ?? []
  const isNear = file === path || namesOf(words).has(owner)
  return words.some((word, at) => {
    if (word !== name) return false
    const before = words[at - 1]
    if (before === "." || before === "::") return words[at - 2] === owner
    return isNear && words[at + 1] === "("
  })
}

/** The types that a Java file extends, and those its static imports name. */
function namesOf(words: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [at, word] of words.entries()) {
    if (word === "extends") names.add(words[at + 1] ?? "")
    if (word !== "static" || words[at - 1] !== "import") continue
    for (const part of words.slice(at + 1, words.indexOf(";", at))) names.add(part)
  }
  return names
}
