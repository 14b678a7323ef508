import type { SyntaxNode } from "@proofloop/parsers"
import { isOfTable, type Language } from "../../../code/language.ts"
import { branches, children, field } from "../../../code/syntax_node.ts"
import { bodiesOf } from "../../../code/table_definitions.ts"
import type { LanguageTable } from "../../../code/tables/table.ts"
import { tables } from "../../../code/tables/tables.ts"
import { isLiteral } from "../tests/strength.ts"

export interface SpecialCase {
  readonly function_name: string
  /** From 1. */
  readonly line: number
  /** Literals it compares its input with; empty: it always gives the same answer. */
  readonly asked: readonly string[]
  readonly given: string
  readonly text: string
}

const MOST_NODES = 400_000

export function specialCases(root: SyntaxNode, text: string, language: Language): readonly SpecialCase[] {
  const table = isOfTable(language) ? tables[language] : null
  const textOf = (node: SyntaxNode | null) =>
    node === null ? "" : text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 300))
  const found: SpecialCase[] = []
  const waiting: { readonly node: SyntaxNode; readonly name: string }[] = [{ node: root, name: "" }]
  for (let count = 0; count < MOST_NODES; count += 1) {
    const place = waiting.pop()
    if (place === undefined) break
    const { node } = place
    const name = (table === null ? nameOf(node, textOf) : namedIn(node, table)) ?? place.name
    const add = (asked: string, given: string) => {
      if (!isTelling(given)) return
      found.push({
        function_name: name,
        line: node.startPosition.row + 1,
        asked: literalsIn(asked),
        given,
        text: textOf(node).replaceAll(/\s{1,300}/g, " "),
      })
    }
    if (name !== "") {
      const body = bodyOf(node, table)
      const only = body === null ? null : soleAnswer(body, textOf)
      if (only !== null) add("", only)
      const branch = branchOf(node, textOf)
      if (branch !== null && literalsIn(branch.asked).length > 0) add(branch.asked, branch.given)
    }
    for (const child of branches(node)) waiting.push({ node: child, name })
  }
  return found
}

type TextOf = (node: SyntaxNode | null) => string

const FUNCTIONS: ReadonlySet<string> = new Set(
  "function_declaration function_expression arrow_function method_definition function_definition method_declaration function_item func_literal".split(
    " ",
  ),
)

function nameOf(node: SyntaxNode, textOf: TextOf): string | null {
  if (node.type === "variable_declarator" && FUNCTIONS.has(field(node, "value")?.type ?? ""))
    return textOf(field(node, "name"))
  return FUNCTIONS.has(node.type) && field(node, "name") !== null ? textOf(field(node, "name")) : null
}

function namedIn(node: SyntaxNode, table: LanguageTable): string | null {
  if (!table.functions.has(node.type)) return null
  const [first] = table.names(node)
  return first === undefined ? null : (first.called ?? first.name.text)
}

function bodyOf(node: SyntaxNode, table: LanguageTable | null): SyntaxNode | null {
  if (table === null) return FUNCTIONS.has(node.type) ? field(node, "body") : null
  return table.functions.has(node.type) ? (bodiesOf(node, table)[0] ?? null) : null
}

/** The literal that a body returns, if it does nothing else. */
function soleAnswer(body: SyntaxNode, textOf: TextOf): string | null {
  const inner = statementsOf(body)
  const [only] = inner
  if (inner.length !== 1 || only === undefined) return isLiteral(textOf(body)) ? textOf(body) : null
  return answerOf(only, textOf)
}

function statementsOf(body: SyntaxNode): readonly SyntaxNode[] {
  const inner = children(body).filter(({ type }) => !type.includes("comment"))
  const [only] = inner
  return only !== undefined && inner.length === 1 && LISTS.has(only.type) ? statementsOf(only) : inner
}

/** Lists of statements of Go and Kotlin, and a body of Kotlin around its block. */
const LISTS: ReadonlySet<string> = new Set(["statement_list", "statements", "block"])

function answerOf(node: SyntaxNode, textOf: TextOf): string | null {
  const value =
    node.type.startsWith("return") || node.type === "expression_statement" || node.type === "expression_list"
      ? (children(node)[0] ?? null)
      : node
  if (
    value !== null &&
    value !== node &&
    (value.type.startsWith("return") || value.type === "expression_list")
  )
    return answerOf(value, textOf)
  const text = WRAPPED.exec(textOf(value))?.[1] ?? textOf(value)
  return isLiteral(text) ? text : null
}

/** `Ok(3)`, `Promise.resolve(3)`, `Task.FromResult(3)` */
const WRAPPED =
  /^(?:Ok|Err|Some|Promise\.resolve|(?:Value)?Task\.FromResult|Optional\.of|Decimal|BigDecimal\.valueOf)\(([^()]{0,200})\)$/

function branchOf(
  node: SyntaxNode,
  textOf: TextOf,
): { readonly asked: string; readonly given: string } | null {
  if (/^(?:if(?:_|$)|conditional(?:_expression)?$|ternary_expression|elif_clause|elsif$)/.test(node.type)) {
    const parts = children(node)
    const [condition, then] =
      node.type === "conditional_expression" && field(node, "condition") === null
        ? [parts[1], parts[0]]
        : [field(node, "condition"), field(node, "consequence") ?? field(node, "body") ?? parts[1]]
    if (condition === undefined || condition === null || then === undefined || then === null) return null
    const asked = textOf(condition)
    if (!/===?|\bis\b|[eE]quals?\(|\bin\b|includes\(/.test(asked)) return null
    const given = soleAnswer(then, textOf) ?? answerOf(then, textOf)
    return given === null ? null : { asked, given }
  }
  // A table from several values to the answer; a table with plain keys may be data.
  if (node.type === "pair") {
    const [asked, given] = [textOf(field(node, "key")), textOf(field(node, "value"))]
    return literalsIn(asked).length > 1 && /^[("'`[]/.test(asked) && isLiteral(given)
      ? { asked, given }
      : null
  }
  if (ARMS.test(node.type)) {
    const parts = children(node)
    const [asked, given] = [parts[0], parts.at(-1)]
    if (asked === undefined || given === undefined || asked === given) return null
    const answer = soleAnswer(given, textOf) ?? answerOf(given, textOf)
    return answer === null ? null : { asked: textOf(asked), given: answer }
  }
  return null
}

const ARMS =
  /^(?:match_arm|switch_case|case_clause|expression_case|switch_rule|switch_expression_arm|switch_section|case_statement|when|when_entry|match_conditional_expression)$/

const LENGTH = /(?:\.(?:length|len\(\)|size\(\))|\blen\([\w.]{1,80}\))\s{0,4}={2,3}\s{0,4}\d{1,9}/g

function literalsIn(text: string): readonly string[] {
  // An index into a list is not a value, and its length says nothing of its values.
  const values = (/\[\s{0,4}\d/.test(text) ? text.replaceAll(LENGTH, "") : text).replaceAll(
    /(?<=[\w)\]])\[\s{0,4}\d{1,9}\s{0,4}\]/g,
    "",
  )
  return values.match(/"[^"]{0,100}"|'[^']{0,100}'|(?<![\w.])-?\d[\d_.]{0,30}/g) ?? []
}

/** Whether a literal is rarer than the ones that many functions return. */
function isTelling(literal: string): boolean {
  return !/^(?:-?[01]|true|false|True|False|None|null|nil|undefined|""|''|``)$/.test(literal)
}
