import type { Capture, SyntaxNode } from "@proofloop/parsers"
import type { Call } from "./call.ts"
import type { TableLanguage } from "./language.ts"
import type { Parameter, Signature } from "./signature.ts"
import { children, field } from "./syntax_node.ts"
import { tableDefinitions } from "./table_definitions.ts"
import { tables } from "./tables/tables.ts"

type Captures = (query: string) => readonly Capture[]

/** Functions and methods that are declared once in a text, without those that others may override. */
export function tableSignatures(
  language: TableLanguage,
  root: SyntaxNode,
  captures: Captures,
): ReadonlyMap<string, Signature> {
  const table = tables[language]
  const known = new Map(tableDefinitions(root, table).map((one) => [one.offset, one]))
  const found = new Map<string, Signature | null>()
  for (const { node } of captures([...table.functions].map((type) => `(${type}) @f`).join(" "))) {
    const definition = table.names(node).flatMap(({ name }) => known.get(name.startIndex) ?? [])[0]
    if (definition === undefined) continue
    const { qualified_name, name, line, offset, registered } = definition
    const head = node.text.slice(0, offset - node.startIndex)
    const parameters = parametersOf(node)
    const is_certain = !found.has(qualified_name) && !registered && !OVERRIDABLE.test(head)
    found.set(
      qualified_name,
      parameters === null || !is_certain
        ? null
        : {
            qualified_name,
            owner: qualified_name.slice(0, -name.length - 1),
            line,
            parameters: parameters.filter((one) => one !== "receiver"),
            on_value: parameters.includes("receiver"),
            is_private: false,
            receiver: "",
          },
    )
  }
  return new Map([...found].flatMap(([name, signature]) => (signature === null ? [] : [[name, signature]])))
}

const OVERRIDABLE = /\b(?:override|virtual|abstract|open|operator|partial|extern|expect|actual)\b/

function parametersOf(node: SyntaxNode): ReadonlyArray<Parameter | "receiver"> | null {
  const list = listOf(node)
  if (list === null) return node.type.includes("method") ? [] : null
  const found: Array<Parameter | "receiver"> = []
  for (const part of partsOf(list.text.replace(/^\(|\)$/g, ""))) {
    if (part === "void" || /^&\w/.test(part)) continue
    if (/^(?:\*|params\b|(?:\w{1,20} )?vararg\b)|\.\.\./.test(part)) return null
    if (/^(?:\[[^\]]{0,200}\]\s{0,9})?this\s/.test(part)) found.push("receiver")
    else found.push(parameterOf(part, list.type))
  }
  return found
}

/** The list of parameters, which in C++ is that of the innermost declarator. */
function listOf(node: SyntaxNode): SyntaxNode | null {
  const own =
    field(node, "parameters") ?? children(node).find(({ type }) => type === "function_value_parameters")
  if (own !== undefined && own !== null) return own
  const inner = field(node, "declarator")
  return inner === null ? null : listOf(inner)
}

function parameterOf(part: string, list: string): Parameter {
  const [declared = "", ...value] = part.split(/(?<![=!<>])=(?![=>])/)
  // Ruby gives `rate:` by its name alone.
  const keyword = list === "method_parameters" ? /^(\w{1,100}):/.exec(part) : null
  if (keyword !== null) return { name: keyword[1] ?? "", required: part.trim().endsWith(":"), by: "keyword" }
  const is_named_first = list === "function_value_parameters"
  const name = (is_named_first ? /(\w{1,100})\s{0,9}:/ : /(\w{1,100})\s{0,9}$/).exec(declared)?.[1] ?? ""
  const by = list === "parameter_list" || list === "method_parameters" ? "position" : "both"
  return { name, required: value.length === 0, by }
}

/** The parts of a list of parameters, between commas outside of brackets and texts. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let quote = ""
  let from = 0
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text.charAt(at)
    if (quote !== "") {
      if (sign === "\\") at += 1
      else if (sign === quote) quote = ""
    } else if (sign === '"' || sign === "'") quote = sign
    else if ("([{<".includes(sign) && sign !== "") depth += 1
    else if (")]}".includes(sign) && sign !== "") depth -= 1
    else if (sign === ">" && !/[=-]/.test(text.charAt(at - 1))) depth -= 1
    else if (at === text.length || (sign === "," && depth === 0)) {
      parts.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  return parts.filter((part) => part !== "")
}

/** Calls of one of the names whose arguments can be counted. */
export function tableCalls(
  language: TableLanguage,
  names: ReadonlySet<string>,
  captures: Captures,
): readonly Call[] {
  const { calls } = tables[language].tests
  return captures(
    Object.keys(calls)
      .filter((type) => type !== "infix_expression")
      .map((type) => `(${type}) @call`)
      .join(" "),
  ).flatMap(({ node }) => {
    const fields = calls[node.type]
    const callee =
      fields === undefined || fields.callee === "" ? (children(node)[0] ?? null) : field(node, fields.callee)
    const said = callee?.text.replace(/<[^()]{0,200}>$/, "") ?? ""
    const name = /(\w{1,200})$/.exec(said)?.[1] ?? ""
    const given = names.has(name) ? argumentsOf(node) : null
    if (given === null) return []
    const object =
      fields?.object === undefined ? said.slice(0, -name.length) : (field(node, fields.object)?.text ?? "")
    return [
      {
        ...given,
        name,
        object: object.replace(/[.:>?-]{1,4}$/, "") || null,
        constructs: false,
        inside: "",
        text: node.text,
        line: node.startPosition.row + 1,
      },
    ]
  })
}

/** null: a spread, a block behind them, or keywords of Ruby, which may be one hash. */
function argumentsOf(node: SyntaxNode): Pick<Call, "positional" | "keywords"> | null {
  if (hasBlockBehind(node)) return null
  const list =
    field(node, "arguments") ?? children(node).find(({ type }) => type === "value_arguments") ?? null
  const given = children(list).filter(({ type }) => !/comment|block_argument/.test(type))
  if (given.some(({ type, text }) => /splat|pair/.test(type) || /^(?:\*(?=\w)|\.\.\.)/.test(text)))
    return null
  const keywords = given.flatMap(({ type, text }) =>
    /^(?:value_)?argument$/.test(type) ? (/^(\w{1,100})\s{0,9}(?::(?!:)|=(?!=))/.exec(text)?.[1] ?? []) : [],
  )
  return { positional: given.length - keywords.length, keywords }
}

/** A block of Kotlin behind the arguments is the last parameter, wherever that stands. */
function hasBlockBehind(node: SyntaxNode): boolean {
  const around = node.parent
  const is_callee = around?.type === node.type && children(around)[0]?.startIndex === node.startIndex
  return [...children(node), ...(is_callee ? children(around) : [])].some(
    ({ type }) => type === "annotated_lambda",
  )
}
