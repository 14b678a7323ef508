import { children, field } from "../syntax_node.ts"
import type { LanguageTable } from "./table.ts"

export const php: LanguageTable = {
  types: {
    class_declaration: "class",
    trait_declaration: "class",
    interface_declaration: "interface",
    enum_declaration: "enum",
  },
  functions: new Set(["function_definition", "method_declaration"]),
  values: {},
  scopes: new Set(["namespace_definition", "compound_statement", "declaration_list", "if_statement"]),
  bodies: new Set(),
  bodiless_is_empty: false,
  // Nobody names a constructor or another magic method to use it.
  names: (node) =>
    [field(node, "name")].flatMap((name) => (name === null || name.text.startsWith("__") ? [] : [{ name }])),
  isPublic: (node) =>
    children(node).every(({ type, text }) => type !== "visibility_modifier" || text === "public"),
  bases: new Set(["base_clause", "class_interface_clause"]),
  references: `
    (function_call_expression function: (name) @call)
    (function_call_expression function: (qualified_name (name) @call .))
    (member_call_expression name: (name) @member.call)
    (nullsafe_member_call_expression name: (name) @member.call)
    (scoped_call_expression name: (name) @member.call)
    (namespace_use_clause (name) @import)
    (namespace_use_clause (qualified_name (name) @import .))
    (variable_name (name) @variable)
    (name) @use
    (string_content) @text`,
  tests: {
    calls: {
      function_call_expression: { callee: "function" },
      member_call_expression: { callee: "name", object: "object" },
      nullsafe_member_call_expression: { callee: "name", object: "object" },
      scoped_call_expression: { callee: "name", object: "scope" },
    },
    attributes: new Set(["attribute"]),
    lambdas: new Set(["anonymous_function", "arrow_function"]),
    blocks: new Set(["compound_statement"]),
    exits: new Set(["return_statement", "throw_expression", "exit_statement"]),
    bare_calls: false,
  },
}
