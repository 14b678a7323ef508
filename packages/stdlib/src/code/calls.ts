import type { SyntaxNode } from "@proofloop/parsers"
import type { Call } from "./call.ts"
import { isOfTable, type Language, type TableLanguage } from "./language.ts"
import { children, field } from "./syntax_node.ts"
import { tableCalls } from "./table_signatures.ts"
import { withTree } from "./tree.ts"
import { definitionsOf } from "./tree_definitions.ts"

export interface FileCalls {
  /** Those whose arguments can be counted. */
  readonly calls: readonly Call[]
  /** Names of theirs that a parameter, a variable or an inner definition binds, beside definitions at the top. */
  readonly bound: ReadonlySet<string>
}

/** The calls in a text of functions and types that have one of the names; null: syntax errors. */
export async function callsIn(
  language: Language,
  text: string,
  names: ReadonlySet<string>,
): Promise<FileCalls | null> {
  if (isOfTable(language))
    return withTree(language, text, (_root, captures) => ({
      calls: tableCalls(language, names, captures),
      bound: new Set(),
    }))
  return withTree(language, text, (root, captures) => {
    const known = definitionsOf(language, root)
    const places = new Set(known.map(({ offset }) => offset))
    const found = captures(QUERIES[language])
    const calls: Call[] = []
    for (const { name: capture, node } of found) {
      if (capture === "name") continue
      const called = calledBy(node)
      const given = called === null || !names.has(called.name) ? null : argumentsOf(node)
      if (called === null || given === null) continue
      const around = known.filter(({ range }) => range.start <= node.startIndex && node.endIndex <= range.end)
      const inside =
        around.toSorted((one, other) => other.range.start - one.range.start)[0]?.qualified_name ?? ""
      calls.push({ ...called, ...given, inside, text: node.text, line: node.startPosition.row + 1 })
    }
    const wanted = new Set([...names, ...calls.map(({ object }) => object)])
    const named = found.filter(
      ({ name, node }) => name === "name" && wanted.has(node.text) && !places.has(node.startIndex),
    )
    return { calls, bound: new Set(named.flatMap(({ node }) => (isBinding(node) ? [node.text] : []))) }
  })
}

const SCRIPT =
  "(call_expression) @call (new_expression) @call (identifier) @name (shorthand_property_identifier_pattern) @name"
const QUERIES: Readonly<Record<Exclude<Language, TableLanguage>, string>> = {
  python: "(call) @call (identifier) @name",
  javascript: SCRIPT,
  typescript: SCRIPT,
  tsx: SCRIPT,
  go: "(call_expression) @call (identifier) @name",
  rust: "(call_expression) @call (identifier) @name",
  java: "(method_invocation) @call (object_creation_expression) @call (identifier) @name",
}

/** Whether an identifier is given a value where it stands. */
function isBinding(node: SyntaxNode): boolean {
  let inner = node
  let around = node.parent
  while (
    around !== null &&
    /(?:pattern|expression_list)$/.test(around.type) &&
    field(around, "value")?.id !== inner.id
  )
    [inner, around] = [around, around.parent]
  if (around === null || NO_BINDING.has(around.type)) return false
  if (/parameters?$/.test(around.type)) return true
  return (
    BINDING_FIELDS.some((name) => field(around, name)?.id === inner.id) &&
    /definition|declar|assign|item|clause|for_|let|short_var|spec$|as_pattern|named_expression|alias|method/.test(
      around.type,
    ) &&
    !/invocation/.test(around.type)
  )
}

/** Modules, imports and keywords: a name of a module means it, whatever the call. */
const NO_BINDING = new Set(["keyword_argument", "import_specifier", "aliased_import", "mod_item"])

const BINDING_FIELDS = ["name", "left", "pattern", "alias", "parameter"]

function calledBy(node: SyntaxNode): Pick<Call, "name" | "object" | "constructs"> | null {
  if (node.type === "method_invocation") {
    const name = field(node, "name")
    return name === null
      ? null
      : { name: name.text, object: field(node, "object")?.text ?? null, constructs: false }
  }
  const constructs = node.type === "new_expression" || node.type === "object_creation_expression"
  let called = field(node, "function") ?? field(node, "constructor") ?? field(node, "type")
  if (called?.type === "generic_function") called = field(called, "function")
  if (called?.type === "generic_type") called = children(called)[0] ?? null
  if (called === null) return null
  if (called.type === "identifier" || called.type === "type_identifier")
    return { name: called.text, object: null, constructs }
  const name = MEMBER_FIELDS.map((key) => field(called, key)).find((one) => one !== null)
  const object = OBJECT_FIELDS.map((key) => field(called, key)).find((one) => one !== null)
  return name === undefined || object === undefined
    ? null
    : { name: name.text, object: object.text, constructs }
}

const MEMBER_FIELDS = ["attribute", "property", "field", "name"]
const OBJECT_FIELDS = ["object", "operand", "path", "value"]

/** null: a spread, or a call of Go that may give several. */
function argumentsOf(node: SyntaxNode): Pick<Call, "positional" | "keywords"> | null {
  const list = field(node, "arguments")
  if (list?.type === "generator_expression") return { positional: 1, keywords: [] }
  if (list === null || !list.type.startsWith("argument")) return null
  const given = children(list).filter(({ type }) => !type.endsWith("comment"))
  if (given.some(({ type }) => /splat|spread|variadic/.test(type))) return null
  if (
    node.type === "call_expression" &&
    given.length === 1 &&
    given[0]?.type === "call_expression" &&
    list.type === "argument_list"
  )
    return null
  const keywords = given.flatMap((one) =>
    one.type === "keyword_argument" ? [field(one, "name")?.text ?? ""] : [],
  )
  return { positional: given.length - keywords.length, keywords }
}
