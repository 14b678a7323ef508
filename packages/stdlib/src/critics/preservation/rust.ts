import type { SyntaxNode } from "@proofloop/parsers"
import type { Definition } from "../../code/definition.ts"
import { type RustBindings, rustBindings } from "../../code/rust.ts"
import { withTree } from "../../code/tree.ts"
import { countedDefinitions, lostName, missingDefinitions } from "./defined_names.ts"
import { preservationCritic } from "./preservation_critic.ts"

/** G7-RS: public items, trait implementations, tests, macros, `main` and called private functions of a Rust file survive a rewrite. */
export const rustPreservation = preservationCritic({
  id: "G7-RS",
  title: "Top-level preservation in Rust",
  description:
    "Finds public items, trait implementations and tests that a rewrite of a Rust file dropped or renamed",
  languages: ["rust"],
  async lost(rewrite) {
    const missing = await missingDefinitions(rewrite, isItem)
    if (missing === null || missing.length === 0) return missing === null ? null : []
    const after = await withTree("rust", rewrite.after, (root) => ({
      bindings: rustBindings(root),
      called: missing.filter(isHelper).filter(({ name }) => isOnlyCalled(root, name)),
    }))
    if (after === null) return null
    return missing
      .filter((definition) => isReachable(definition) || after.called.includes(definition))
      .filter((definition) => !isBound(definition, after.bindings))
      .map(lostName)
  },
  all: (rewrite) => countedDefinitions(rewrite, isReachable),
})

function isItem(definition: Definition): boolean {
  return isReachable(definition) || isHelper(definition)
}

/** A registered private function is a test, an exported symbol or a handler. */
function isReachable({ kind, name, registered, ...definition }: Definition): boolean {
  return definition.public || (kind === "function" && (registered || name === "main"))
}

function isHelper({
  kind,
  name,
  qualified_name,
}: Pick<Definition, "kind" | "name" | "qualified_name">): boolean {
  return kind === "function" && name === qualified_name
}

/** Methods go with the type that `use` brings in from where it has moved. */
function isBound(definition: Definition, { names, globs }: RustBindings): boolean {
  const { kind, qualified_name, name } = definition
  if (kind === "method" || kind === "implementation") return names.has(qualified_name.split(".")[0] ?? "")
  return names.has(name) || (globs && !definition.public && isHelper(definition))
}

/** Every occurrence of the name is the function of a call, so that nothing in the file can have bound it. */
function isOnlyCalled(root: SyntaxNode, name: string): boolean {
  const found = root.descendantsOfType("identifier").filter((node) => node?.text === name)
  return found.length > 0 && found.every((node) => isCallee(node))
}

function isCallee(node: SyntaxNode | null): boolean {
  const parent = node?.parent
  return parent?.type === "call_expression" && parent.childForFieldName("function")?.id === node?.id
}
