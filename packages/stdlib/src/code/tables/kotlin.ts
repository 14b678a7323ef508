import type { SyntaxNode } from "@proofloop/parsers"
import { children, field } from "../syntax_node.ts"
import type { LanguageTable } from "./table.ts"

export const kotlin: LanguageTable = {
  types: { class_declaration: "class", object_declaration: "class" },
  functions: new Set(["function_declaration"]),
  values: { property_declaration: "variable", type_alias: "type" },
  scopes: new Set(["companion_object", "class_body"]),
  bodies: new Set(["class_body", "enum_class_body", "function_body"]),
  bodiless_is_empty: false,
  names(node) {
    const declared = children(node).find(({ type }) => type === "variable_declaration")
    const name = field(node, "name") ?? field(node, "type") ?? children(declared ?? null)[0] ?? null
    return name === null ? [] : [{ name, called: name.text.replaceAll("`", "") }]
  },
  isPublic: (node) => !/\b(?:private|internal|protected)\b/.test(modifiersOf(node)),
  bases: new Set(["delegation_specifiers"]),
  references: `
    (call_expression (identifier) @call)
    (navigation_expression (identifier) @member.call .)
    (callable_reference (identifier) @member.use .)
    (identifier) @use
    (string_content) @text`,
  tests: {
    calls: { call_expression: { callee: "" }, infix_expression: { callee: "" } },
    attributes: new Set(["annotation"]),
    lambdas: new Set(["lambda_literal", "anonymous_function"]),
    blocks: new Set(["block", "lambda_literal"]),
    exits: new Set(["return_expression", "throw_expression"]),
    bare_calls: false,
  },
}

function modifiersOf(node: SyntaxNode): string {
  return children(node).find(({ type }) => type === "modifiers")?.text ?? ""
}
