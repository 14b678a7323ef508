/**
 * Checks the names of a module's constants. Fixed data (numbers, strings, regular expressions, and lists, sets, maps
 * and records of them) is SCREAMING_SNAKE_CASE. Functions, instances, schemas, and values that are filled later are
 * camelCase. The result of a call on data may be either.
 */
export function checkConstants(program) {
  return moduleConstants(program).flatMap(({ id, init }) => {
    const expected = styleOf(kindOfConstant(init, id.typeAnnotation ?? null), id.name)
    return expected === null ? [] : [{ offset: id.start, message: `${id.name}: ${expected}` }]
  })
}

/** The constants a module declares at its top, as declarators with one name. */
function moduleConstants(program) {
  return program.body
    .map((statement) => (statement.type === "ExportNamedDeclaration" ? statement.declaration : statement))
    .filter((node) => node?.type === "VariableDeclaration" && node.kind === "const" && !node.declare)
    .flatMap(({ declarations }) => declarations)
    .filter(({ id, init }) => id.type === "Identifier" && init !== null)
}

const SCREAMING = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/
const CAMEL = /^[a-z][A-Za-z0-9]*$/

function styleOf(kind, name) {
  if (kind === "data") return SCREAMING.test(name) ? null : "fixed data is SCREAMING_SNAKE_CASE"
  if (kind === "code") return CAMEL.test(name) ? null : "what is no fixed data is camelCase"
  return SCREAMING.test(name) || CAMEL.test(name) ? null : "a constant is SCREAMING_SNAKE_CASE or camelCase"
}

/** Something empty is there to be filled, unless its type forbids that: then either style will do. */
function kindOfConstant(init, annotation) {
  const value = withoutTypes(init)
  const parts = value.elements ?? value.properties ?? (isCollection(value) ? value.arguments : undefined)
  if (parts?.length !== 0) return kindOf(value)
  return value === init && annotation === null ? "code" : "open"
}

/** "data", "code", or "open" when the syntax does not tell. */
function kindOf(given) {
  const node = withoutTypes(given)
  switch (node.type) {
    case "Literal":
      return "data"
    case "TemplateLiteral":
      return together(node.expressions)
    case "UnaryExpression":
      return kindOf(node.argument)
    case "BinaryExpression":
    case "LogicalExpression":
      return together([node.left, node.right])
    case "ArrayExpression":
      return together(node.elements)
    case "ObjectExpression":
      return together(node.properties)
    case "Property":
      return node.method || node.kind !== "init" ? "code" : kindOf(node.value)
    case "SpreadElement":
      return kindOf(node.argument)
    case "Identifier":
      return kindOfName(node.name)
    case "MemberExpression":
      return kindOf(node.object) === "data" ? "data" : "open"
    case "NewExpression":
      return isCollection(node) ? asMade(together(node.arguments)) : "code"
    case "CallExpression":
      return kindOfCall(node)
    case "TaggedTemplateExpression":
      return node.tag.type === "MemberExpression" && node.tag.object.name === "String"
        ? together(node.quasi.expressions)
        : "open"
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "ClassExpression":
      return "code"
    default:
      return "open"
  }
}

function together(nodes) {
  const kinds = nodes.map((node) => (node === null ? "data" : kindOf(node)))
  return kinds.includes("code") ? "code" : kinds.includes("open") ? "open" : "data"
}

function kindOfName(name) {
  if (SCREAMING.test(name) || DATA_NAMES.has(name)) return "data"
  return CAMEL.test(name) && name !== "undefined" ? "code" : "open"
}

function isCollection({ type, callee }) {
  return type === "NewExpression" && COLLECTIONS.has(callee.name)
}

function withoutTypes(node) {
  return /^TS(As|Satisfies|NonNull)Expression$|^Parenthesized/.test(node.type)
    ? withoutTypes(node.expression)
    : node
}

/** A method of data without a function to call, `Object.freeze` and the like: data. A schema, or what is made to be used: code. */
function kindOfCall({ callee, arguments: given }) {
  const root = rootOf(callee)
  if (root === "z" || /^(create|define)[A-Z]/.test(root)) return "code"
  if (callee.type !== "MemberExpression") return "open"
  if (root === "Object") return asMade(together(given))
  return kindOf(callee.object) === "data" && together(given) === "data" ? "data" : "open"
}

/** What is made of something that only a run knows is nothing that the syntax tells. */
function asMade(kind) {
  return kind === "data" ? "data" : "open"
}

function rootOf(node) {
  if (node.type === "MemberExpression") return rootOf(node.object)
  if (node.type === "CallExpression") return rootOf(node.callee)
  return node.name ?? ""
}

const DATA_NAMES = new Set(["Infinity", "NaN"])
const COLLECTIONS = new Set(["Set", "Map", "RegExp"])
