import type { SyntaxNode } from "@proofloop/parsers"
import type { Definition } from "./definition.ts"
import { children, definitionAt, field, fields } from "./syntax_node.ts"

/** Functions, classes, their methods, and assignments of a module's body; not what is inside `if` or `try`. */
export function pythonDefinitions(root: SyntaxNode): readonly Definition[] {
  return children(root).flatMap((node) => [...definitionsIn(node), ...assigned(node)])
}

function definitionsIn(node: SyntaxNode, owner?: string, inherited = false): readonly Definition[] {
  const definition = node.type === "decorated_definition" ? field(node, "definition") : node
  const name = definition === null ? null : field(definition, "name")
  if (definition === null || name === null) return []
  const common = { node, name, owner, public: !name.text.startsWith("_"), registered: isRegistered(node) }
  if (definition.type === "function_definition") {
    return [definitionAt({ ...common, kind: owner === undefined ? "function" : "method", inherited })]
  }
  if (definition.type !== "class_definition" || owner !== undefined) return []
  const methods = children(field(definition, "body")).flatMap((member) =>
    definitionsIn(member, name.text, hasBase(definition)),
  )
  return [definitionAt({ ...common, kind: "class" }), ...methods]
}

function assigned(node: SyntaxNode): readonly Definition[] {
  const assignment = node.type === "expression_statement" ? children(node)[0] : undefined
  const name = assignment?.type === "assignment" ? field(assignment, "left") : null
  if (name?.type !== "identifier") return []
  return [definitionAt({ node, name, kind: "variable", public: !name.text.startsWith("_") })]
}

/** Decorators that change what a function does without passing it on. */
const PLAIN_DECORATORS = new Set(
  "staticmethod classmethod property cached_property cache lru_cache wraps dataclass total_ordering contextmanager asynccontextmanager abstractmethod override overload final deprecated setter getter deleter".split(
    " ",
  ),
)

function isRegistered(node: SyntaxNode): boolean {
  return children(node)
    .filter((child) => child.type === "decorator")
    .some((decorator) => {
      const text = decorator.text.slice(1, 200).split("(")[0]?.trim() ?? ""
      return !PLAIN_DECORATORS.has(text.slice(text.lastIndexOf(".") + 1))
    })
}

function hasBase(definition: SyntaxNode): boolean {
  const bases = children(field(definition, "superclasses"))
  return bases.some((base) => base.type !== "keyword_argument" && base.text !== "object")
}

export interface PythonBindings {
  /** To something other than a literal: `old = new`, `Point = namedtuple(...)`, or both branches of a condition. */
  readonly aliases: ReadonlySet<string>
  /** By `from module import name`. */
  readonly imports: ReadonlyMap<string, { readonly module: string; readonly name: string }>
  /** Modules of `from module import *`. */
  readonly stars: readonly string[]
}

export function pythonBindings(root: SyntaxNode): PythonBindings {
  const aliases = new Set<string>()
  const imports = new Map<string, { readonly module: string; readonly name: string }>()
  const stars: string[] = []
  for (const name of boundTwice(root)) aliases.add(name)
  for (const node of children(root)) {
    if (node.type === "import_from_statement") {
      const module = field(node, "module_name")?.text ?? ""
      if (children(node).some((child) => child.type === "wildcard_import")) stars.push(module)
      for (const name of fields(node, "name")) {
        const bound = field(name, "alias") ?? name
        imports.set(bound.text, { module, name: (field(name, "name") ?? name).text })
      }
    }
    const assignment = node.type === "expression_statement" ? children(node)[0] : undefined
    if (assignment?.type !== "assignment") continue
    const [left, right] = [field(assignment, "left"), field(assignment, "right")]
    if (left?.type === "identifier" && CALLABLE.has(right?.type ?? "")) aliases.add(left.text)
  }
  return { aliases, imports, stars }
}

/** Names that at least two branches of a condition or a `try` in the module's body define, import or assign. */
function boundTwice(root: SyntaxNode): readonly string[] {
  const names = children(root)
    .filter(({ type }) => type === "if_statement" || type === "try_statement")
    .flatMap((node) => boundInside(node, 0))
  return names.filter((name, index) => names.indexOf(name) < index)
}

function boundInside(node: SyntaxNode, depth: number): readonly string[] {
  if (BRANCHING.has(node.type))
    return depth > 16 ? [] : children(node).flatMap((child) => boundInside(child, depth + 1))
  if (node.type === "decorated_definition")
    return children(node).flatMap((child) => boundInside(child, depth + 1))
  if (node.type === "function_definition" || node.type === "class_definition")
    return [field(node, "name")?.text ?? ""]
  if (node.type === "import_from_statement")
    return fields(node, "name").map((name) => (field(name, "alias") ?? name).text)
  const assignment = node.type === "expression_statement" ? children(node)[0] : undefined
  const left = assignment?.type === "assignment" ? field(assignment, "left") : null
  return left?.type === "identifier" ? [left.text] : []
}

const BRANCHING = new Set(
  "if_statement elif_clause else_clause try_statement except_clause finally_clause with_statement block".split(
    " ",
  ),
)

const CALLABLE = new Set(["identifier", "attribute", "call", "lambda", "conditional_expression"])
