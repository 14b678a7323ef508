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

/** Names that a module's body binds otherwise than by a definition. */
export interface PythonBindings {
  /** To something other than a literal: `old = new`, `Point = namedtuple(...)`. */
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

const CALLABLE = new Set(["identifier", "attribute", "call", "lambda", "conditional_expression"])
