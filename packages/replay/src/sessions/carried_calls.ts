import { isRecord, readText } from "@proofloop/foundation/text"
import { type AnyNode, type CallExpression, parse } from "acorn"
import type { Recording } from "./recorded_call.ts"

/** A call that code makes through `tools.NAME(...)`. */
export type CarriedCall = Pick<Recording, "tool" | "arguments">

type CallResult = Partial<Recording> & Pick<Recording, "observation">

const MAX_CODE = 256 * 1024
const MAX_CALLS = 64
const TOOLS = /\btools\s{0,8}[.[]/
const CODE_FIELDS = ["code", "input", "script", "source", "javascript"]

/**
 * The calls in the JavaScript that a tool was given, in the order of the text; empty for any other argument. An
 * argument that is no constant is left out. The code is read, and never runs.
 */
export function carriedCalls(call_arguments: unknown): readonly CarriedCall[] {
  const code =
    typeof call_arguments === "string"
      ? call_arguments
      : CODE_FIELDS.map((name) => readText(call_arguments, name)).find((text) => text !== undefined)
  if (code === undefined || code.length > MAX_CODE || !TOOLS.test(code)) return []
  try {
    const options = {
      ecmaVersion: "latest",
      sourceType: "module",
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    } as const
    const reading: Reading = { calls: [], constants: new Map() }
    visit(parse(code, options), reading)
    return reading.calls.toSorted((left, right) => left.at - right.at).map(({ at: _at, ...call }) => call)
  } catch {
    // A shell line that names tools, or code that was cut.
    return []
  }
}

interface Reading {
  readonly calls: (CarriedCall & { readonly at: number })[]
  readonly constants: Map<string, unknown>
}

function visit(node: AnyNode, reading: Reading): void {
  if (node.type === "VariableDeclaration" && node.kind === "const") {
    for (const { id, init } of node.declarations)
      if (id.type === "Identifier" && init != null) reading.constants.set(id.name, constantOf(init, reading))
  }
  // A member of a constant is none.
  if (node.type === "AssignmentExpression" && node.left.type === "MemberExpression") {
    const { object } = node.left
    if (object.type === "Identifier") reading.constants.delete(object.name)
  }
  if (node.type === "CallExpression") take(node, reading)
  for (const value of Object.values(node))
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) visit(inner, reading)
}

function take({ callee, arguments: [first], start }: CallExpression, reading: Reading): void {
  if (callee.type !== "MemberExpression" || reading.calls.length >= MAX_CALLS) return
  const { object, property } = callee
  if (object.type !== "Identifier" || object.name !== "tools") return
  const tool =
    property.type === "Identifier" && !callee.computed ? property.name : constantOf(property, reading)
  if (typeof tool !== "string") return
  const given = first === undefined ? {} : constantOf(first, reading)
  reading.calls.push({
    at: start,
    tool,
    arguments: typeof given === "string" ? { input: given } : (given ?? {}),
  })
}

/** The value of an expression of constants; undefined for any other. */
function constantOf(node: AnyNode, reading: Reading): unknown {
  switch (node.type) {
    case "Literal":
      return node.value
    case "Identifier":
      return reading.constants.get(node.name)
    case "TemplateLiteral": {
      const parts = node.expressions.map((part) => constantOf(part, reading))
      if (parts.some((part) => typeof part !== "string" && typeof part !== "number")) return undefined
      return node.quasis.map(({ value }, index) => `${value.cooked ?? ""}${textOf(parts[index])}`).join("")
    }
    case "BinaryExpression": {
      const [left, right] = [node.left, node.right].map((part) => constantOf(part, reading))
      return node.operator === "+" && typeof left === "string" && typeof right === "string"
        ? left + right
        : undefined
    }
    case "ArrayExpression":
      return node.elements.map((part) => (part === null ? null : constantOf(part, reading)))
    case "ObjectExpression":
      return objectOf(node.properties, reading)
    case "CallExpression": {
      // ["one line", "another"].join("\n")
      const { callee } = node
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return undefined
      const [list, by] = [callee.object, node.arguments[0]].map((part) => part && constantOf(part, reading))
      return callee.property.name === "join" && Array.isArray(list)
        ? list.join(typeof by === "string" ? by : ",")
        : undefined
    }
    default:
      return undefined
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : ""
}

function objectOf(properties: readonly AnyNode[], reading: Reading): unknown {
  const entries = properties.flatMap((property): [string, unknown][] => {
    if (property.type !== "Property" || property.computed) return []
    const { key } = property
    const name =
      key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : "__proto__"
    return name === "__proto__" ? [] : [[name, constantOf(property.value, reading)]]
  })
  return Object.fromEntries(entries)
}

function isNode(value: unknown): value is AnyNode {
  return isRecord(value) && typeof value["type"] === "string" && typeof value["start"] === "number"
}

const HEADER = /^Script (?:completed|failed|running|terminated|yielded)\b[^]{0,400}?(?:\nOutput:\n?|$)/i

/** What each call of a script may have given, where only the script's own result is recorded. */
export function carriedResults(count: number, { observation, ...result }: CallResult): readonly CallResult[] {
  const text = observation ?? ""
  const header = HEADER.exec(text)?.[0] ?? ""
  const said = text.slice(header.length).trim()
  const has_failed = /^Script failed/i.test(header)
  if (observation === null || result.status !== undefined)
    return Array.from({ length: count }, () => ({ ...result, observation }))
  if (count === 1) {
    const held = readAnswer(said)
    return [{ ...result, ...held, ...(has_failed && { failed: true }) }]
  }
  // Which call said what, nothing tells.
  return Array.from({ length: count }, () => ({ observation: said, status: "unknown" as const }))
}

/** A command's answer as it was printed: an object with its output and exit code, or the output alone. */
function readAnswer(said: string): CallResult {
  if (!said.startsWith("{")) return { observation: said }
  try {
    const value: unknown = JSON.parse(said)
    const output = readText(value, "output")
    if (output === undefined || !isRecord(value)) return { observation: said }
    const { exit_code, session_id } = value
    if (typeof exit_code === "number") return { observation: output, exit_code }
    return { observation: output, ...(session_id === undefined ? {} : { status: "running" as const }) }
  } catch {
    return { observation: said }
  }
}
