import { strictText } from "@proofloop/foundation/git"
import type { TestLanguage } from "@proofloop/foundation/paths"
import { bareSource } from "../../code/bare_source.ts"
import type { Definition } from "../../code/definition.ts"
import type { Reference } from "../../code/reference.ts"
import type { SymbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import type { LostDefinition } from "./lost_definition.ts"
import { canReach } from "./reach.ts"

/** Whether code that can reach a lost definition still has its name and may mean it. */
export async function isMentioned(
  lost: LostDefinition,
  { files, unparsed, truncated }: SymbolIndex,
  facts: RepositoryFacts,
): Promise<boolean> {
  const { name, kind } = lost.definition
  if (truncated || unparsed.get(name)?.some((file) => canReach(file, lost)) === true) return true
  for (const [file, { references, definitions: own }] of files) {
    if (!canReach(file, lost) || !references.some((found) => found.name === name && mayMean(found, lost)))
      continue
    // Another file that defines the name itself means its own, unless it is that of a method.
    if (kind !== "method" && file !== lost.path && own.some((found) => found.name === name)) continue
    if (saysIt(strictText(await facts.read(file)) ?? "", file, lost)) return true
  }
  return false
}

/** A field of Rust or Java may have the name of a method. */
function mayMean({ kind }: Reference, { path, definition }: LostDefinition): boolean {
  return kind !== "use" || definition.kind !== "method" || !/\.(?:rs|java)$/.test(path)
}

/** Whether a text that has the name means the definition by it, as far as its language lets one see. */
function saysIt(text: string, file: string, lost: LostDefinition): boolean {
  const { path, definition } = lost
  if (path.endsWith(".go") && definition.kind === "function" && file.endsWith(".go"))
    return !isLocal(bare(text, "go"), definition)
  if (isStatic(lost) && file.endsWith(".java")) return callsStatic(bare(text, "java"), file, lost)
  return true
}

function bare(text: string, language: TestLanguage): string {
  return bareSource(text, language)
}

/** The name is first said where a variable gets it. */
function isLocal(text: string, { name }: Definition): boolean {
  const at = text.search(new RegExp(`\\b${name}\\b`))
  const line = text.slice(at, text.indexOf("\n", at) + 1 || undefined)
  const isVariable = /^\w{1,200}(?:,[ \t]{0,8}\w{1,200}){0,8}[ \t]{0,8}:=/.test(line)
  return isVariable && !new RegExp(`\\b${name}\\b`).test(line.slice(name.length))
}

/** Of Java; it is called by the name of its type. */
export function isStatic({ path, before, definition: { kind, range, offset } }: LostDefinition): boolean {
  return kind === "method" && path.endsWith(".java") && /\bstatic\b/.test(before.slice(range.start, offset))
}

/** By its type, or by itself where the type is extended or its names are imported. */
function callsStatic(text: string, file: string, { path, definition }: LostDefinition): boolean {
  const { name, qualified_name } = definition
  const owner = qualified_name.split(".").at(-2) ?? ""
  if (new RegExp(`\\b${owner}\\s{0,99}(?:\\.|::)\\s{0,99}${name}\\b`).test(text)) return true
  const isNear = new RegExp(
    `\\bextends\\s{1,9}${owner}\\b|\\bimport\\s{1,9}static\\s[^;]{0,300}\\b${owner}\\b`,
  ).test(text)
  return (file === path || isNear) && new RegExp(`(?<![\\w.:])${name}\\s{0,9}\\(`).test(text)
}
