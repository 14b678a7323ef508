import type { SyntaxNode } from "@proofloop/parsers"
import { boundNames, declarationOf, isDefault } from "./script.ts"
import { children, field } from "./syntax_node.ts"

export interface ExportedName {
  /** "default" for `export default`, `export =` and `module.exports = value`. */
  readonly name: string
  readonly line: number
}

export interface ModuleExports {
  readonly names: readonly ExportedName[]
  /** Modules of `export * from`, as written. */
  readonly stars: ReadonlyArray<{ readonly module: string; readonly line: number }>
  /** It exports names that cannot be read from its text, by a spread for example. */
  readonly open: boolean
  /** It has an import or an export, or assigns to `exports`. Otherwise it is a script, whose names are global. */
  readonly is_module: boolean
  /** It assigns to `module.exports`, so `require` gives whatever that value is. */
  readonly assigns_all: boolean
  /** It calls `require` at its top level, so its names are private although it exports nothing. */
  readonly requires: boolean
}

interface Found {
  readonly names: ExportedName[]
  readonly stars: Array<{ readonly module: string; readonly line: number }>
  open: boolean
  is_module: boolean
  assigns_all: boolean
  requires: boolean
}

/** The exports of a JavaScript or TypeScript file, ES modules and CommonJS alike. */
export function moduleExports(root: SyntaxNode): ModuleExports {
  const found: Found = {
    names: [],
    stars: [],
    open: false,
    is_module: false,
    assigns_all: false,
    requires: false,
  }
  for (const statement of children(root)) {
    if (statement.type === "import_statement") found.is_module = true
    else if (statement.type === "export_statement") readExport(statement, found)
    else if (statement.type === "expression_statement") readAssignment(children(statement)[0], found)
    if (requires(statement)) found.requires = true
  }
  return found
}

function requires(statement: SyntaxNode): boolean {
  return children(statement).some((part) => (field(part, "value") ?? part).text.startsWith("require("))
}

function readExport(statement: SyntaxNode, found: Found): void {
  found.is_module = true
  const line = statement.startPosition.row + 1
  const add = (node: SyntaxNode, name = node.text) =>
    found.names.push({ name: name.replaceAll(/^["']|["']$/g, ""), line: node.startPosition.row + 1 })
  const declared = declarationOf(statement)
  const is_assignment = statement.children.some((child) => child?.type === "=")
  if (isDefault(statement) || is_assignment) {
    found.names.push({ name: "default", line })
    // The assigned value may be a namespace with members.
    if (is_assignment) found.open = true
    return
  }
  if (declared !== null) for (const name of boundNames(declared)) add(name)
  const source = field(statement, "source")?.text.slice(1, -1)
  for (const child of children(statement)) {
    if (child.type === "namespace_export") for (const name of children(child)) add(name)
    if (child.type !== "export_clause") continue
    for (const specifier of children(child).filter(({ type }) => type === "export_specifier")) {
      add(field(specifier, "alias") ?? field(specifier, "name") ?? specifier)
    }
  }
  const star = statement.children.some((child) => child?.type === "*")
  if (source !== undefined && star) found.stars.push({ module: source, line })
}

/** `exports.a = ...`, `module.exports.a = ...`, `module.exports = ...`, and chains of them. */
function readAssignment(expression: SyntaxNode | undefined, found: Found): void {
  let assignment = expression
  for (let depth = 0; assignment?.type === "assignment_expression" && depth < 64; depth += 1) {
    const [left, right] = [field(assignment, "left"), field(assignment, "right")]
    if (left !== null && right !== null) readTarget(left, right, found)
    assignment = right ?? undefined
  }
  if (assignment?.type === "call_expression") readCall(assignment, found)
}

function readTarget(left: SyntaxNode, right: SyntaxNode, found: Found): void {
  const line = left.startPosition.row + 1
  const target = left.text.slice(0, 200)
  const name = /^(?:module\.)?exports\.([\w$]{1,180})$/.exec(target)?.[1]
  if (target !== "module.exports" && target !== "exports" && name === undefined) return
  found.is_module = true
  if (target === "module.exports") found.assigns_all = true
  if (name !== undefined) found.names.push({ name, line })
  else if (right.type === "object") readMembers(right, found)
  else if (right.type !== "assignment_expression") found.names.push({ name: "default", line })
  if (right.type === "call_expression" && name === undefined) found.open = true
}

function readMembers(object: SyntaxNode, found: Found): void {
  for (const member of children(object)) {
    const name =
      member.type === "shorthand_property_identifier"
        ? member
        : (field(member, "key") ?? field(member, "name"))
    if (member.type === "comment") continue
    if (name === null || name.type === "computed_property_name") found.open = true
    else
      found.names.push({ name: name.text.replaceAll(/^["']|["']$/g, ""), line: name.startPosition.row + 1 })
  }
}

/** Helpers that copy a whole module: `Object.assign(exports, ...)`, `__exportStar(require("./a"), exports)`. */
function readCall(call: SyntaxNode, found: Found): void {
  const arguments_ = children(field(call, "arguments"))
  if (arguments_.some(({ text }) => text === "exports" || text === "module.exports")) {
    found.is_module = true
    found.open = true
  }
}
