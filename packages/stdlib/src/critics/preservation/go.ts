import { posix } from "node:path"
import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import { oncePer } from "../once_per.ts"
import { countedDefinitions, lostName, missingDefinitions } from "./defined_names.ts"
import { preservationCritic } from "./preservation_critic.ts"
import type { Rewrite } from "./rewrite.ts"

/** G7-GO: the same for Go, whose packages are folders: a definition that moved within its folder is not lost. */
export const goPreservation = preservationCritic({
  id: "G7-GO",
  title: "Top-level preservation in Go",
  description:
    "Finds functions, methods, types and exported values that a rewrite of a Go file dropped or renamed",
  languages: ["go"],
  async lost(rewrite, change) {
    const missing = await missingDefinitions(rewrite, isCounted)
    if (missing === null || missing.length === 0) return missing === null ? null : []
    const package_ = (await definedByFolder(change)).get(posix.dirname(rewrite.path))
    const file = { path: rewrite.path, text: rewrite.before }
    return missing
      .filter((definition) => {
        const { qualified_name } = definition
        if (isPromoted(definition, rewrite)) return false
        const files = package_?.get(qualified_name) ?? []
        return files.every((other) => areApart(file, other))
      })
      .map(lostName)
  },
  all: (rewrite) => countedDefinitions(rewrite, isCounted),
})

/** The type of a method embeds a type that it did not embed before, which may have the method. */
function isPromoted({ kind, qualified_name }: Definition, { before, after }: Rewrite): boolean {
  const owner = qualified_name.split(".").at(-2) ?? ""
  if (kind !== "method" || owner === "") return false
  const old = embedded(before, owner)
  return [...embedded(after, owner)].some((type) => !old.has(type))
}

function embedded(text: string, owner: string): ReadonlySet<string> {
  const head = [...text.matchAll(STRUCT)].find(([, name]) => name === owner)
  if (head === undefined) return new Set()
  const from = head.index + head[0].length
  const body = text.slice(from, text.indexOf("}", from))
  return new Set(body.match(/(?<=^[ \t]{0,40})\*?[\w.]{1,200}(?=[ \t]{0,40}(?:\/\/.{0,300})?$)/gm))
}

const STRUCT = /\b(\w{1,200})[ \t]{1,40}struct[ \t]{0,8}\{/g

function isCounted(definition: Definition): boolean {
  return definition.kind !== "variable" || definition.public
}

/** What the touched Go files define now and where, by folder. */
const definedByFolder = oncePer(async (change: ChangeSet) => {
  const folders = new Map<string, Map<string, GoFile[]>>()
  for (const { path, after } of change.files.filter((file) => file.path.endsWith(".go"))) {
    const names = folders.get(posix.dirname(path)) ?? new Map<string, GoFile[]>()
    const file = { path, text: strictText(after) ?? "" }
    for (const { qualified_name } of (await definitions(path, after)) ?? [])
      names.set(qualified_name, [...(names.get(qualified_name) ?? []), file])
    folders.set(posix.dirname(path), names)
  }
  return folders
})

const SYSTEM =
  /^(?:aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|windows)$/

/** Whether no build includes both Go files: one is for a system that the other excludes. */
function areApart(one: GoFile, other: GoFile): boolean {
  const [left, right] = [systemOf(one), systemOf(other)]
  if (left === null || right === null) return false
  if (left.startsWith("!") || right.startsWith("!")) return left === `!${right}` || right === `!${left}`
  return left !== right
}

interface GoFile {
  readonly path: string
  readonly text: string
}

/** "windows", "!windows"; null: several systems, or an unknown form. */
function systemOf({ path, text }: GoFile): string | null {
  const words = posix.basename(path, ".go").split("_").slice(1)
  const suffix = words.find((word) => SYSTEM.test(word))
  if (suffix !== undefined) return suffix
  const tag = /^\/\/go:build\s{1,9}(!?)(\w{1,20})\s{0,9}$/m.exec(text.slice(0, 5000))
  return tag !== null && SYSTEM.test(tag[2] ?? "") ? `${tag[1] ?? ""}${tag[2] ?? ""}` : null
}
