import type { Capture, SyntaxNode } from "@proofloop/parsers"
import { isOfTable, type Language, type TableLanguage } from "./language.ts"
import type { Reference } from "./reference.ts"
import { tables } from "./tables/tables.ts"

const RANKS = ["export", "variable", "call", "import", "member.call", "member.use", "use", "text"]

/** References in a tree to the names that are `wanted`, in the order of the text, each place once. */
export function referencesIn(
  language: Language,
  captures: (query: string) => readonly Capture[],
  wanted: (name: string) => boolean,
): readonly Reference[] {
  const query = isOfTable(language) ? tables[language].references : REFERENCE_QUERIES[language]
  const places = new Map<number, { readonly rank: number; readonly reference: Reference | null }>()
  for (const { name: capture, node } of captures(query)) {
    const rank = RANKS.indexOf(capture)
    const known = places.get(node.startIndex)
    if (rank === -1 || (known !== undefined && known.rank <= rank)) continue
    const name = capture === "text" ? lastName(node) : node.text
    if (name !== null && wanted(name))
      places.set(node.startIndex, { rank, reference: referenceAt(node, name, capture) })
  }
  const found = [...places.values()]
    .map(({ reference }) => reference)
    .filter((reference) => reference !== null)
  return found.sort((left, right) => left.offset - right.offset)
}

function referenceAt(node: SyntaxNode, name: string, capture: string): Reference | null {
  const kind = capture.slice(capture.indexOf(".") + 1)
  if (kind !== "call" && kind !== "import" && kind !== "use" && kind !== "text") return null
  return {
    name,
    kind,
    member: capture.startsWith("member."),
    module: kind === "import" ? moduleOf(node) : null,
    line: node.startPosition.row + 1,
    offset: node.startIndex,
  }
}

function moduleOf(node: SyntaxNode): string | null {
  let statement: SyntaxNode | null = node
  while (statement !== null && !statement.type.endsWith("_statement")) statement = statement.parent
  const module = statement?.childForFieldName("module_name") ?? statement?.childForFieldName("source")
  return module?.text.replaceAll(/^["']|["']$/g, "") ?? null
}

/** The name a text may stand for: "main" of "package.module:main". */
function lastName(node: SyntaxNode): string | null {
  if (node.endIndex - node.startIndex > 200) return null
  return /(?:^|[^\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]{0,199})$/u.exec(node.text)?.[1] ?? null
}

const SCRIPT = `
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

const JSX = `
  (jsx_opening_element name: (identifier) @call)
  (jsx_self_closing_element name: (identifier) @call)`

/** Calls, imports, other uses, the same through a member, and texts that may be names; `export` is a file's list of exports, `variable` another thing of the name. */
const REFERENCE_QUERIES: Readonly<Record<Exclude<Language, TableLanguage>, string>> = {
  python: `
    (call function: (identifier) @call)
    (call function: (attribute attribute: (identifier) @member.call))
    (import_from_statement name: (dotted_name (identifier) @import .))
    (import_from_statement name: (aliased_import name: (dotted_name (identifier) @import .)))
    (attribute attribute: (identifier) @member.use)
    (identifier) @use
    (string_content) @text`,
  javascript: `${SCRIPT}${JSX}`,
  typescript: `${SCRIPT} (type_identifier) @use`,
  tsx: `${SCRIPT}${JSX} (type_identifier) @use`,
  go: `
    (call_expression function: (identifier) @call)
    (call_expression function: (selector_expression field: (field_identifier) @member.call))
    (identifier) @use
    (type_identifier) @use
    (field_identifier) @member.use
    (interpreted_string_literal_content) @text`,
  rust: `
    (mod_item name: (identifier) @export)
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
  java: `
    (method_invocation !object name: (identifier) @call)
    (method_invocation object: (_) name: (identifier) @member.call)
    (method_reference (identifier) @member.use .)
    (field_access field: (identifier) @member.use)
    (identifier) @use
    (type_identifier) @use
    (string_fragment) @text`,
}
