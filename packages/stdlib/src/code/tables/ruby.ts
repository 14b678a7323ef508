import type { SyntaxNode } from "@proofloop/parsers"
import { children, field } from "../syntax_node.ts"
import type { DefinedName, LanguageTable } from "./table.ts"

export const ruby: LanguageTable = {
  types: { class: "class", module: "module" },
  functions: new Set(["method", "singleton_method"]),
  values: { call: "variable", alias: "variable" },
  scopes: new Set([
    "body_statement",
    "singleton_class",
    "argument_list",
    "begin",
    "if",
    "unless",
    "then",
    "else",
  ]),
  bodies: new Set(),
  bodiless_is_empty: true,
  names,
  isPublic: (node) => node.parent?.type !== "argument_list",
  visibility: (node) =>
    node.type === "identifier" && /^(?:private|protected|public)$/.test(node.text)
      ? node.text === "public"
        ? "public"
        : "private"
      : null,
  bases: new Set(["superclass"]),
  references: `
    (call !receiver method: (identifier) @call)
    (call receiver: (_) method: (identifier) @member.call)
    (call receiver: (_) method: (constant) @member.call)
    (scope_resolution name: (constant) @member.use)
    (instance_variable) @variable
    (identifier) @use
    (constant) @use
    (simple_symbol) @text
    (hash_key_symbol) @use
    (string_content) @text`,
  tests: {
    calls: { call: { callee: "method", object: "receiver" } },
    attributes: new Set(),
    lambdas: new Set(["do_block", "block", "lambda"]),
    blocks: new Set(["body_statement", "block_body", "then"]),
    exits: new Set(["return"]),
    bare_calls: true,
  },
}

/** Accessors, aliases and `define_method` define what their symbols say. */
function names(node: SyntaxNode): readonly DefinedName[] {
  const name = field(node, "name")
  if (node.type === "call") return defining(node)
  // `new` calls it.
  if (name === null || name.text === "initialize") return []
  // `class Shop::Cart` defines the last name.
  return [{ name: name.type === "scope_resolution" ? (field(name, "name") ?? name) : name }]
}

function defining(node: SyntaxNode): readonly DefinedName[] {
  const method = field(node, "method")?.text ?? ""
  if (field(node, "receiver") !== null || !DEFINING.test(method)) return []
  const symbols = children(field(node, "arguments")).filter(({ type }) => type === "simple_symbol")
  return (/^attr|^delegate/.test(method) ? symbols : symbols.slice(0, 1)).map((name) => ({
    name,
    called: name.text.slice(1),
  }))
}

const DEFINING =
  /^(?:c|m|thread_m)?attr(?:ibute)?(?:_\w{1,20})?$|^alias_method$|^define_\w{0,20}method$|^(?:def_)?delegat\w{1,12}$|^scope$/
