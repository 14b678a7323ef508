import { parseSync } from "oxc-parser"
import { walk } from "../layers/walk.mjs"

/**
 * Every regular expression a file holds: literals, and `new RegExp(...)` of what is constant in the file. `source` is null
 * where it is not: such a call needs an exception that says why.
 */
export function extractRegexes(path, text) {
  const { program } = parseSync(path, text)
  const constants = topLevelConstants(program)
  const found = []
  const add = (node, regex) => found.push({ path, line: lineOf(text, node.start), ...regex })
  walk(program, (node) => {
    if (node.type === "Literal" && node.regex !== undefined && node.regex !== null) {
      add(node, { source: node.regex.pattern, flags: node.regex.flags })
    } else if (isConstructor(node)) {
      const [source, flags] = node.arguments.map((argument) => fold(argument, constants))
      const isKnown = source !== undefined && (node.arguments.length === 1 || flags !== undefined)
      const written = text.slice(node.start, node.end)
      add(node, isKnown ? { source, flags: flags ?? "" } : { source: null, written })
    }
  })
  return found
}

function isConstructor({ type, callee }) {
  return (type === "NewExpression" || type === "CallExpression") && callee.name === "RegExp"
}

function topLevelConstants(program) {
  const constants = new Map()
  for (const node of program.body) {
    const { type, kind, declarations } = node.declaration ?? node
    if (type !== "VariableDeclaration" || kind !== "const") continue
    for (const { id, init } of declarations) if (id.type === "Identifier") constants.set(id.name, init)
  }
  return constants
}

/** The text an expression stands for; undefined unless it is constant. */
function fold(node, constants) {
  if (node?.type === "Literal") return typeof node.value === "string" ? node.value : undefined
  if (node?.type === "Identifier") return fold(constants.get(node.name), constants)
  if (node?.type === "TemplateLiteral") return foldTemplate(node, constants)
  if (node?.type === "BinaryExpression" && node.operator === "+") {
    return joined([fold(node.left, constants), fold(node.right, constants)])
  }
  if (node?.type !== "MemberExpression") return undefined
  const regex = constants.get(node.object.name)?.regex
  if (node.property.name === "source") return regex?.pattern
  return node.property.name === "flags" ? regex?.flags : undefined
}

function foldTemplate({ quasis, expressions }, constants) {
  return joined(
    quasis.flatMap(({ value }, index) =>
      index < expressions.length ? [value.cooked, fold(expressions[index], constants)] : [value.cooked],
    ),
  )
}

function joined(parts) {
  return parts.includes(undefined) ? undefined : parts.join("")
}

function lineOf(text, offset) {
  return text.slice(0, offset).split("\n").length
}
