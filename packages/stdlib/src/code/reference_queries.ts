import type { Language } from "./language.ts"

const script = `
  (call_expression function: (identifier) @call)
  (call_expression function: (member_expression property: (property_identifier) @member.call))
  (new_expression constructor: (identifier) @call)
  (new_expression constructor: (member_expression property: (property_identifier) @member.call))
  (import_specifier name: (identifier) @import)
  (export_statement (export_clause (export_specifier name: (identifier) @import)) source: (string))
  (export_statement !source (export_clause (export_specifier name: (identifier) @export)))
  (assignment_expression
    left: (member_expression property: (property_identifier) @target)
    right: (object (shorthand_property_identifier) @export)
    (#eq? @target "exports"))
  (identifier) @use
  (shorthand_property_identifier) @use
  (property_identifier) @member.use
  (string_fragment) @text`

const jsx = `
  (jsx_opening_element name: (identifier) @call)
  (jsx_self_closing_element name: (identifier) @call)`

/**
 * What refers to a name: a call, an import, a use of any other kind, the same through a member, and a text that may be a
 * name. `export` is a file's own list of exports, which uses nothing.
 */
export const reference_queries: Readonly<Partial<Record<Language, string>>> = {
  python: `
    (call function: (identifier) @call)
    (call function: (attribute attribute: (identifier) @member.call))
    (import_from_statement name: (dotted_name (identifier) @import .))
    (import_from_statement name: (aliased_import name: (dotted_name (identifier) @import .)))
    (attribute attribute: (identifier) @member.use)
    (identifier) @use
    (string_content) @text`,
  javascript: `${script}${jsx}`,
  typescript: `${script} (type_identifier) @use`,
  tsx: `${script}${jsx} (type_identifier) @use`,
  go: `
    (call_expression function: (identifier) @call)
    (call_expression function: (selector_expression field: (field_identifier) @member.call))
    (identifier) @use
    (type_identifier) @use
    (field_identifier) @member.use
    (interpreted_string_literal_content) @text`,
  rust: `
    (call_expression function: (identifier) @call)
    (call_expression function: (scoped_identifier name: (identifier) @member.call))
    (call_expression function: (field_expression field: (field_identifier) @member.call))
    (macro_invocation macro: (identifier) @call)
    (use_declaration argument: (scoped_identifier name: (identifier) @import))
    (use_list (identifier) @import)
    (use_list (scoped_identifier name: (identifier) @import))
    (use_as_clause path: (identifier) @import)
    (use_as_clause path: (scoped_identifier name: (identifier) @import))
    (identifier) @use
    (type_identifier) @use
    (field_identifier) @member.use
    (string_content) @text`,
}
