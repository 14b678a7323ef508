import type { SyntaxNode } from "@proofloop/parsers"
import { isOfTable, type Language, type TableLanguage } from "./language.ts"
import { children, field } from "./syntax_node.ts"
import { bodiesOf } from "./table_definitions.ts"
import { tables } from "./tables/tables.ts"
import { definitionsOf } from "./tree_definitions.ts"

export interface FunctionBody {
  readonly qualified_name: string
  /** Of the name, from 1. */
  readonly line: number
  readonly head: string
  /** As written, without the braces around it. */
  readonly text: string
  /** Types and texts of its statements, without comments and a docstring. */
  readonly statements: ReadonlyArray<{ readonly type: string; readonly text: string }>
}

/** The bodies of a file's functions by the names that definitions have. The second of a name, an overload, is "name'". */
export function functionBodies(language: Language, root: SyntaxNode): ReadonlyMap<string, FunctionBody> {
  const names = new Map(
    definitionsOf(language, root)
      .filter(({ kind }) => kind === "function" || kind === "method")
      .map((definition) => [definition.offset, definition]),
  )
  const found = new Map<string, FunctionBody>()
  const functions = isOfTable(language) ? [...tables[language].functions] : FUNCTIONS[language]
  for (const node of functions.flatMap((type) => root.descendantsOfType(type))) {
    if (node === null) continue
    const name = nameOf(language, node)
    const definition = name === null ? undefined : names.get(name.startIndex)
    const body = bodyOf(language, node)
    if (definition === undefined || body === null || body.type === "statement") continue
    const { qualified_name, line } = definition
    // A comment before the first statement of Python is not part of its block.
    const start = children(node).find(({ type }) => type === "comment")?.startIndex ?? body.startIndex
    let key = qualified_name
    while (found.has(key)) key += "'"
    found.set(key, {
      qualified_name,
      line,
      head: (body === node
        ? node.text.slice(0, -"end".length)
        : node.text.slice(0, start - node.startIndex)
      ).trim(),
      text: hasBraces(language, body) ? body.text.slice(1, -1) : node.text.slice(start - node.startIndex),
      statements: body === node ? [] : statementsOf(language, body),
    })
  }
  return found
}

function nameOf(language: Language, node: SyntaxNode): SyntaxNode | null {
  return isOfTable(language) ? (tables[language].names(node)[0]?.name ?? null) : field(node, "name")
}

/** null: none. Where a function without a body is an empty one, it is its own body. */
function bodyOf(language: Language, node: SyntaxNode): SyntaxNode | null {
  if (!isOfTable(language)) return innermost(field(field(node, "value") ?? node, "body"))
  const table = tables[language]
  const [body] = bodiesOf(node, table)
  return body ?? (table.bodiless_is_empty ? node : null)
}

function hasBraces(language: Language, { text }: SyntaxNode): boolean {
  return !isOfTable(language) ? language !== "python" : text.startsWith("{")
}

/** For a function that only returns another one, `(a) => (b) => { ... }`, the body of the inner one. */
function innermost(body: SyntaxNode | null): SyntaxNode | null {
  let inner = body
  while (inner?.type === "arrow_function") inner = field(inner, "body")
  return inner
}

const FUNCTIONS: Readonly<Record<Exclude<Language, TableLanguage>, readonly string[]>> = {
  python: ["function_definition"],
  javascript: [
    "function_declaration",
    "generator_function_declaration",
    "method_definition",
    "variable_declarator",
  ],
  typescript: [
    "function_declaration",
    "generator_function_declaration",
    "method_definition",
    "variable_declarator",
  ],
  tsx: ["function_declaration", "generator_function_declaration", "method_definition", "variable_declarator"],
  go: ["function_declaration", "method_declaration"],
  rust: ["function_item"],
  java: ["method_declaration"],
}

/** Go and Kotlin have their statements in a list of their own; a body that is one expression is its statement. */
function statementsOf(language: Language, body: SyntaxNode): FunctionBody["statements"] {
  const own = !isOfTable(language) || BLOCKS.has(body.type) ? children(body) : [body]
  const listed = own.find(
    ({ type }) => type === "statement_list" || (type === "block" && body.type === "function_body"),
  )
  const statements = (listed === undefined ? own : children(listed)).filter(
    ({ type }) => !type.endsWith("comment"),
  )
  const [first] = statements
  const is_docstring = first?.type === "expression_statement" && children(first)[0]?.type === "string"
  return (is_docstring ? statements.slice(1) : statements).map(({ type, text }) => ({ type, text }))
}

const BLOCKS: ReadonlySet<string> = new Set(
  "block compound_statement body_statement function_body arrow_expression_clause".split(" "),
)
