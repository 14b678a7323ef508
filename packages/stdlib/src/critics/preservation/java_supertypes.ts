import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import type { SymbolIndex } from "../../code/symbol_index.ts"
import type { LostDefinition } from "./lost_definition.ts"

/** A Java type that implements or extends less than before no longer needs the methods it had for its old bases. */
export function lostSupertype(lost: LostDefinition, change: ChangeSet): boolean {
  const now = new Set(headerAfter(lost, change))
  return now.size > 0 && headerOf(lost.before, ownerOf(lost)).some((word) => !now.has(word))
}

/** A Java type that extends another class than before may have its methods from there. */
export function gainedSuperclass(lost: LostDefinition, change: ChangeSet): boolean {
  if (lost.definition.kind !== "method") return false
  const base = (words: readonly string[]) => words[words.indexOf("extends") + 1] ?? ""
  const now = headerAfter(lost, change)
  return now.includes("extends") && base(now) !== base(headerOf(lost.before, ownerOf(lost)))
}

/** Whether the Java type still inherits the method from a type of the repository. */
export function isInherited(lost: LostDefinition, index: SymbolIndex, change: ChangeSet): boolean {
  const { kind, name } = lost.definition
  if (kind !== "method") return false
  const now = new Set(headerAfter(lost, change))
  const owner = ownerOf(lost)
  return (
    index.definitions.get(name)?.some(({ definition }) => {
      const base = definition.qualified_name.split(".").at(-2) ?? ""
      return base !== owner && now.has(base) && !definition.qualified_name.startsWith(`${owner}.`)
    }) === true
  )
}

function ownerOf({ definition }: LostDefinition): string {
  return definition.qualified_name.split(".").at(-2) ?? ""
}

function headerAfter(lost: LostDefinition, change: ChangeSet): readonly string[] {
  const { path } = lost
  const owner = ownerOf(lost)
  if (!path.endsWith(".java") || owner === "") return []
  return headerOf(strictText(change.files.find((file) => file.path === path)?.after ?? null) ?? "", owner)
}

function headerOf(text: string, owner: string): readonly string[] {
  const places = ["class", "enum", "record", "interface"].map((kind) => text.indexOf(`${kind} ${owner}`))
  const at = Math.min(...places.filter((place) => place >= 0), text.length)
  const header = text.slice(at, at + 2000).split("{", 1)[0] ?? ""
  return header.match(/[\w$]{1,200}/g) ?? []
}
