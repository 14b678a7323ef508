import type { ChangeSet } from "@proofloop/foundation/git"
import type { SyntaxNode } from "@proofloop/parsers"
import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import { type RustBindings, rustBindings } from "../../code/rust.ts"
import { withTree } from "../../code/tree.ts"
import { oncePer } from "../once_per.ts"
import { countedDefinitions, lostName, missingDefinitions } from "./defined_names.ts"
import { preservationCritic } from "./preservation_critic.ts"
import type { Rewrite } from "./rewrite.ts"
import { hasWord, isInNewMacro, isNamedInNewMacro } from "./rust_macros.ts"
import { declaredReader, lostModules } from "./rust_modules.ts"

/** G7-RS: public items, trait implementations, tests, macros, `main` and called private functions of a Rust file survive a rewrite. */
export const rustPreservation = preservationCritic({
  id: "G7-RS",
  title: "Top-level preservation in Rust",
  description:
    "Finds public items, trait implementations and tests that a rewrite of a Rust file dropped or renamed",
  languages: ["rust"],
  reads: [declaredReader],
  async lost(rewrite, change, facts) {
    const missing = await missingDefinitions(rewrite, isItem)
    if (missing === null) return null
    const declared = await lostModules(rewrite, change, facts)
    const modules = declared.filter(({ name }) => !isNamedInNewMacro(name, rewrite))
    if (missing.length === 0) return modules
    const after = await withTree("rust", rewrite.after, (root) => ({
      bindings: rustBindings(root),
      called: missing.filter(isHelper).filter(({ name }) => isOnlyCalled(root, name)),
    }))
    if (after === null) return null
    const moved = await createdMembers(change)
    const lost = missing
      .filter((definition) => isReachable(definition) || after.called.includes(definition))
      .filter((definition) => !isBound(definition, after.bindings))
      .filter((definition) => !isMember(definition) || !moved.has(withoutModules(definition)))
      .filter(
        (definition) =>
          !isWrittenByMacro(definition, rewrite) &&
          !isInNewMacro(definition, rewrite) &&
          !isForAnotherType(definition, rewrite) &&
          !isOfRewrittenTrait(definition, rewrite) &&
          !isPassedOn(definition, rewrite),
      )
    return [...lost.map(lostName), ...modules]
  },
  all: (rewrite) => countedDefinitions(rewrite, isReachable),
})

function isItem(definition: Definition): boolean {
  return isReachable(definition) || isHelper(definition)
}

/** A registered private function is a test, an exported symbol or a handler. */
function isReachable({ kind, qualified_name, registered, ...definition }: Definition): boolean {
  return definition.public || (kind === "function" && (registered || qualified_name === "main"))
}

function isHelper({
  kind,
  name,
  qualified_name,
}: Pick<Definition, "kind" | "name" | "qualified_name">): boolean {
  return kind === "function" && name === qualified_name
}

/** Methods move with the type that `use` imports from its new place. */
function isBound(definition: Definition, { names, globs }: RustBindings): boolean {
  const { kind, qualified_name, name } = definition
  if (kind === "method" || kind === "implementation") return names.has(qualified_name.split(".")[0] ?? "")
  return names.has(name) || (globs && !definition.public && isHelper(definition))
}

function withoutModules({ qualified_name }: Definition): string {
  return qualified_name.split(".").slice(-2).join(".")
}

function isMember({ kind }: Definition): boolean {
  return kind === "method" || kind === "implementation"
}

/** New methods and implementations of touched files: any file of a crate may hold those of a type. */
const createdMembers = oncePer(async (change: ChangeSet): Promise<ReadonlySet<string>> => {
  const found = new Set<string>()
  for (const { path, before, after } of change.files) {
    if (!path.endsWith(".rs") || after === null) continue
    const old = new Set((await definitions(path, before))?.map(({ qualified_name }) => qualified_name))
    for (const definition of (await definitions(path, after)) ?? [])
      if (isMember(definition) && !old.has(definition.qualified_name)) found.add(withoutModules(definition))
  }
  return found
})

/** The type of a method implements `Deref` now and did not before, so the method may be that of another type. */
function isPassedOn({ kind, qualified_name }: Definition, { before, after }: Rewrite): boolean {
  if (kind !== "method") return false
  const owner = qualified_name.split(".").at(-2) ?? ""
  return dereferences(after, owner) && !dereferences(before, owner)
}

function dereferences(text: string, owner: string): boolean {
  return text.split("\n").some((line) => {
    const [head = "", type = ""] = line.split(/\sfor\s/, 2)
    return /^\s{0,80}impl\b/.test(head) && /\bDeref\b/.test(head) && /^\w+/.exec(type)?.[0] === owner
  })
}

/** Whether the file implements the trait as often as before, `From` counted for `Into`: the type was renamed or the two were swapped. */
function isForAnotherType({ kind, qualified_name }: Definition, { before, after }: Rewrite): boolean {
  if (kind !== "implementation") return false
  const trait = qualified_name.split(/\.impl (?=[^.]*$)/).at(-1) ?? ""
  return implementations(after, trait) >= implementations(before, trait)
}

/** Whether the file asks other things of its trait's types than before, and implements it for a type that is new to it. */
function isOfRewrittenTrait({ kind, qualified_name }: Definition, { before, after }: Rewrite): boolean {
  if (kind !== "implementation") return false
  const trait = qualified_name.split(/\.impl (?=[^.]*$)/).at(-1) ?? ""
  const [old, now] = [traitIn(before, trait), traitIn(after, trait)]
  if (old === "" || now === "" || old === now) return false
  const known = new Set(typesWith(trait, before))
  return typesWith(trait, after).some((type) => !known.has(type))
}

/** The head and the items of a trait without white space and comments; empty: the text does not define it. */
function traitIn(text: string, trait: string): string {
  const start = [...text.matchAll(TRAIT)].find(([, name]) => name === trait)?.index
  if (start === undefined) return ""
  const end = text.indexOf("\n}", start)
  const lines = text.slice(start, end === -1 ? start + LONGEST_HEAD : end).split("\n")
  return lines
    .filter((line) => !/^\s{0,80}\/\//.test(line))
    .join("")
    .replaceAll(/\s{1,200}/g, "")
}

const TRAIT = /^(?:pub(?:\([^)\n]{0,60}\))?[ \t]{1,8})?(?:unsafe[ \t]{1,8})?trait[ \t]{1,8}(\w{1,200})/gm

function typesWith(trait: string, text: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const [head = "", type] = line.split(/\sfor\s/, 2)
    return type !== undefined && /^\s{0,80}(?:unsafe )?impl\b/.test(head) && head.endsWith(trait)
      ? [type]
      : []
  })
}

function implementations(text: string, trait: string): number {
  const names = trait.endsWith("Into") ? [trait, trait.replace("Into", "From")] : [trait]
  return [...text.matchAll(IMPLEMENTATION)].filter(({ 0: head, index }) =>
    names.includes(traitBehind(text.slice(index + head.length, index + head.length + LONGEST_HEAD))),
  ).length
}

const IMPLEMENTATION = /^[ \t]{0,80}(?:unsafe[ \t]{1,8})?impl\b/gm

/** The name in front of the first `for` outside of angle brackets; empty: none before the body. */
function traitBehind(head: string): string {
  let plain = ""
  let depth = 0
  for (const [at, sign] of head.split("").entries()) {
    if (sign === "<") depth += 1
    else if (sign === ">" && head[at - 1] !== "-") depth -= 1
    else if (depth === 0 && (sign === "{" || sign === ";")) return ""
    else if (depth === 0) plain += sign
    const found = /(\w{1,200})\s{1,80}for\s$/.exec(plain.slice(-300))
    if (found !== null) return found[1] ?? ""
  }
  return ""
}

/** A derive of the type, or a new macro call, names the trait that was implemented by hand. */
function isWrittenByMacro({ kind, qualified_name }: Definition, { before, after }: Rewrite): boolean {
  if (kind !== "implementation") return false
  const [type = "", trait = ""] = qualified_name.split(/\.impl (?=[^.]*$)/).slice(-2)
  const name = type.slice(type.lastIndexOf(".") + 1)
  const derives = [...after.matchAll(DERIVE)].filter(
    ({ 0: attribute, index }) => typeBelow(after, index + attribute.length) === name,
  )
  if (derives.some(([, traits = ""]) => hasWord(traits, trait))) return true
  return [...after.matchAll(MACRO_CALL)].some(({ 0: start, index }) => {
    const end = after.indexOf(";", index + start.length)
    const call = after.slice(index, Math.min(end === -1 ? after.length : end, index + LONGEST_CALL))
    return hasWord(call, trait) && !before.includes(call)
  })
}

/** Also under a condition: `#[cfg_attr(feature = "serde", derive(Serialize))]`. */
const DERIVE = /#\[(?:cfg_attr\([^()\]]{0,200},\s{0,9})?derive\(([^)]{0,1000})\)\)?\]/g
const MACRO_CALL = /^\w[\w:]{0,200}!\s{0,9}[({[]/gm
const LONGEST_CALL = 2000

/** The type below attributes and comments; empty: none found. */
function typeBelow(text: string, from: number): string {
  let rest = text.slice(from, from + LONGEST_HEAD).trimStart()
  while (rest.startsWith("#[") || rest.startsWith("//"))
    rest = rest.slice(rest.indexOf(rest.startsWith("#[") ? "]" : "\n") + 1 || rest.length).trimStart()
  return /^(?:pub(?:\([^)]{0,100}\))?\s{1,9})?(?:struct|enum|union)\s{1,9}(\w{1,200})/.exec(rest)?.[1] ?? ""
}

const LONGEST_HEAD = 8000

/** Every occurrence of the name is the function of a call, so nothing in the file binds it. */
function isOnlyCalled(root: SyntaxNode, name: string): boolean {
  const found = root.descendantsOfType("identifier").filter((node) => node?.text === name)
  return found.length > 0 && found.every((node) => isCallee(node))
}

function isCallee(node: SyntaxNode | null): boolean {
  const parent = node?.parent
  return parent?.type === "call_expression" && parent.childForFieldName("function")?.id === node?.id
}
