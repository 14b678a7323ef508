import type { SyntaxNode } from "@proofloop/parsers"
import { children, field } from "../../../code/syntax_node.ts"
import type { CallFields } from "../../../code/tables/table.ts"
import type { Source } from "./grammar.ts"

export interface Call {
  readonly node: SyntaxNode
  /** The last name of what is called. */
  readonly name: string
  /** What it is a member of. */
  readonly object: SyntaxNode | null
  readonly arguments: readonly SyntaxNode[]
  /** The texts of the arguments. */
  readonly given: readonly string[]
}

export type CallAt = (node: SyntaxNode, source: Source) => Call | null

/** null: no call. */
export function callOf(node: SyntaxNode, fields: CallFields | undefined, source: Source): Call | null {
  if (fields === undefined) return null
  const parts = children(node)
  const callee =
    fields.callee === "" ? (parts[node.type.startsWith("infix") ? 1 : 0] ?? null) : field(node, fields.callee)
  if (callee === null) return null
  const object =
    fields.object === undefined
      ? node.type.startsWith("infix")
        ? (parts[0] ?? null)
        : objectOf(callee)
      : field(node, fields.object)
  const list = field(node, "arguments") ?? parts.find(({ type }) => ARGUMENTS.test(type)) ?? null
  const found = node.type.startsWith("infix") ? parts.slice(2) : children(list)
  const name = /(\w{1,100})(?:<[^<>]{0,200}>|[!?])?$/.exec(source.textOf(callee).trimEnd())?.[1]
  if (name === undefined) return null
  const trailing = parts.filter(({ type }) => TRAILING.has(type))
  const given = found.map((one) => source.bare(one))
  return { node, name, object, arguments: [...found, ...trailing], given }
}

const ARGUMENTS = /^(?:arguments|argument_list|value_arguments)$/
const TRAILING: ReadonlySet<string> = new Set(["do_block", "block", "annotated_lambda"])

/** `a.b` in front of a call is a member of `a`. */
function objectOf(callee: SyntaxNode): SyntaxNode | null {
  if (!/member|navigation|field_expression|qualified/.test(callee.type)) return null
  return (
    field(callee, "expression") ??
    field(callee, "argument") ??
    field(callee, "scope") ??
    children(callee)[0] ??
    null
  )
}

/** The words of a name in lower case: "assert", "equals" of `assertEquals`, "expect", "eq" of `EXPECT_EQ`. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .split(/_|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase())
}

export const SELF = /^(?:\$?this|self|static|parent)$/

/** Whether a function is called as it is, or as a member of its own object or type. */
export function isOwn({ object }: Pick<Call, "object">, source: Source): boolean {
  return object === null || SELF.test(source.textOf(object, 20))
}
