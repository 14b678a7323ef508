import type { SyntaxNode } from "@proofloop/parsers"
import { children, field } from "../syntax_node.ts"
import type { DefinedName, LanguageTable } from "./table.ts"

export const cpp: LanguageTable = {
  types: {
    class_specifier: "class",
    struct_specifier: "class",
    union_specifier: "class",
    enum_specifier: "enum",
  },
  functions: new Set(["function_definition"]),
  values: {
    preproc_function_def: "macro",
    preproc_def: "variable",
    alias_declaration: "variable",
    declaration: "variable",
    field_declaration: "variable",
  },
  scopes: new Set(
    "namespace_definition declaration_list template_declaration linkage_specification preproc_if preproc_ifdef preproc_else preproc_elif type_definition field_declaration_list".split(
      " ",
    ),
  ),
  bodies: new Set(),
  bodiless_is_empty: false,
  names,
  isPublic: (node) => {
    const around = node.parent?.parent
    const is_hidden = around?.type === "namespace_definition" && field(around, "name") === null
    return (
      !is_hidden &&
      !children(node).some(({ type, text }) => type === "storage_class_specifier" && text === "static")
    )
  },
  visibility: (node) =>
    node.type !== "access_specifier" ? null : node.text.startsWith("public") ? "public" : "private",
  closed_types: new Set(["class_specifier"]),
  bases: new Set(["base_class_clause"]),
  references: `
    (call_expression function: (identifier) @call)
    (call_expression function: (qualified_identifier name: (identifier) @member.call))
    (call_expression function: (template_function name: (identifier) @call))
    (call_expression function: (field_expression field: (field_identifier) @member.call))
    (identifier) @use
    (type_identifier) @use
    (namespace_identifier) @use
    (field_identifier) @member.use
    (preproc_arg) @text`,
  tests: {
    calls: { call_expression: { callee: "function" } },
    attributes: new Set(),
    lambdas: new Set(["lambda_expression"]),
    blocks: new Set(["compound_statement"]),
    exits: new Set(["return_statement", "throw_statement"]),
    bare_calls: false,
  },
}

/** Of functions with a body, types with members, and what only declares a function or a type. */
function names(node: SyntaxNode): readonly DefinedName[] {
  const plain = field(node, "name")
  if (node.type.endsWith("_specifier") && field(node, "body") === null) return []
  if (plain !== null) return [{ name: plain }]
  const declarator = innermost(field(node, "declarator"))
  const name = declarator === null ? null : field(declarator, "declarator")
  // A macro with a body, such as TEST(Cart, adds), has no type.
  if (declarator === null || name === null || isMacro(node, name)) return []
  const found = named(name)
  // Nobody names an operator or a constructor to use it.
  const is_named = found.name.type.endsWith("identifier") && found.name.text !== found.owner
  return is_named && found.name.text !== ownerOf(node) ? [found] : []
}

function ownerOf(node: SyntaxNode): string | undefined {
  const around = node.parent?.type === "template_declaration" ? node.parent.parent : node.parent
  return around?.type === "field_declaration_list" && around.parent !== null
    ? field(around.parent, "name")?.text
    : undefined
}

function innermost(declarator: SyntaxNode | null): SyntaxNode | null {
  let inner = declarator
  while (inner !== null && inner.type !== "function_declarator")
    inner =
      field(inner, "declarator") ?? children(inner).find(({ type }) => type.endsWith("declarator")) ?? null
  return inner
}

export function isMacro(node: SyntaxNode, name: SyntaxNode): boolean {
  return (
    node.type === "function_definition" && field(node, "type") === null && /^[A-Z][A-Z\d_]+$/.test(name.text)
  )
}

/** `ns::Cart<T>::total` is "total" of "Cart". */
function named(node: SyntaxNode): DefinedName {
  let name = node
  let owner: string | undefined
  while (name.type === "qualified_identifier") {
    const scope = field(name, "scope")
    owner = scope === null ? owner : (field(scope, "name") ?? scope).text
    const inner = field(name, "name")
    if (inner === null) break
    name = inner
  }
  return { name, ...(owner === undefined ? {} : { owner }) }
}
