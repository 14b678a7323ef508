import { walk } from "./walk.mjs"

/**
 * The names a module takes from its surroundings: globals (`Date`), and members (`Math.random`, `localeCompare`).
 * A name declared anywhere in the file counts as the file's own.
 */
export function usedNames(program) {
  const used = []
  const declared = new Set()
  walk(program, (node, parent, key) => {
    if (isTypeOnly(node)) return false
    for (const name of declaredBy(node)) declared.add(name)
    if (node.type === "MemberExpression") used.push(...memberNames(node))
    if (node.type === "Identifier" && !isPropertyName(parent, key)) {
      used.push({ name: node.name, kind: "global", offset: node.start })
    }
    return true
  })
  return used.filter(({ name, kind }) => kind === "member" || !declared.has(name))
}

const TYPE_WRAPPERS = new Set([
  "TSAsExpression",
  "TSInstantiationExpression",
  "TSNonNullExpression",
  "TSSatisfiesExpression",
  "TSTypeAssertion",
])

function isTypeOnly(node) {
  return node.type.startsWith("TS") && !TYPE_WRAPPERS.has(node.type)
}

function declaredBy(node) {
  const patterns = [node.type === "VariableDeclarator" || isNamed(node) ? node.id : null]
  if (Array.isArray(node.params)) patterns.push(...node.params)
  if (node.type === "CatchClause") patterns.push(node.param)
  if (node.type.startsWith("Import")) patterns.push(node.local)
  return patterns.flatMap(boundNames)
}

function isNamed(node) {
  return node.type.startsWith("Function") || node.type.startsWith("Class")
}

function boundNames(pattern) {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name]
    case "ObjectPattern":
      return pattern.properties.flatMap((property) => boundNames(property.value ?? property))
    case "ArrayPattern":
      return pattern.elements.flatMap(boundNames)
    case "AssignmentPattern":
      return boundNames(pattern.left)
    case "RestElement":
      return boundNames(pattern.argument)
    default:
      return []
  }
}

function memberNames(node) {
  const member = node.computed ? node.property.value : node.property.name
  if (typeof member !== "string") return []
  const used = { kind: "member", offset: node.property.start }
  const owner = node.object.type === "Identifier" ? [{ ...used, name: `${node.object.name}.${member}` }] : []
  return [{ ...used, name: member }, ...owner]
}

function isPropertyName(parent, key) {
  if (parent === undefined || parent.computed) return false
  return (parent.type === "MemberExpression" && key === "property") || (key === "key" && !parent.shorthand)
}
