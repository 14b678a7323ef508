import { children, field } from "../syntax_node.ts"
import type { LanguageTable } from "./table.ts"

export const csharp: LanguageTable = {
  types: {
    class_declaration: "class",
    struct_declaration: "class",
    record_declaration: "class",
    interface_declaration: "interface",
    enum_declaration: "enum",
  },
  functions: new Set(["method_declaration", "local_function_statement"]),
  values: { delegate_declaration: "type", property_declaration: "variable" },
  scopes: new Set([
    "namespace_declaration",
    "file_scoped_namespace_declaration",
    "declaration_list",
    "preproc_if",
    "preproc_else",
    "preproc_elif",
  ]),
  bodies: new Set(["declaration_list"]),
  bodiless_is_empty: false,
  names: (node) => [field(node, "name")].flatMap((name) => (name === null ? [] : [{ name }])),
  isPublic: (node, owner) =>
    owner === "interface" ||
    children(node).some(({ type, text }) => type === "modifier" && text === "public"),
  bases: new Set(["base_list"]),
  references: `
    (invocation_expression function: (identifier) @call)
    (invocation_expression function: (generic_name (identifier) @call))
    (member_access_expression name: (identifier) @member.call)
    (member_access_expression name: (generic_name (identifier) @member.call))
    (member_binding_expression name: (identifier) @member.call)
    (argument (identifier) @call)
    (identifier) @use
    (string_literal_content) @text`,
  tests: {
    calls: { invocation_expression: { callee: "function" } },
    attributes: new Set(["attribute"]),
    lambdas: new Set(["lambda_expression", "anonymous_method_expression"]),
    blocks: new Set(["block"]),
    exits: new Set(["return_statement", "throw_statement"]),
    bare_calls: false,
  },
}
