import type { SyntaxNode } from "@proofloop/parsers"
import type { Definition, DefinitionKind } from "./definition.ts"
import { children, definitionAt, field } from "./syntax_node.ts"

const KINDS: Readonly<Record<string, DefinitionKind>> = {
  function_declaration: "function",
  generator_function_declaration: "function",
  function_signature: "function",
  class_declaration: "class",
  abstract_class_declaration: "class",
  interface_declaration: "interface",
  type_alias_declaration: "type",
  enum_declaration: "enum",
  internal_module: "module",
}

/** Functions, classes, their methods, types and values of a JavaScript or TypeScript file, exported or not. */
export function scriptDefinitions(root: SyntaxNode): readonly Definition[] {
  return children(root).flatMap((statement) => {
    const declared = declarationOf(statement)
    if (declared === null) return []
    const registered = isDefault(statement) || isDecorated(statement) || isDecorated(declared)
    if (isValues(declared)) return values(declared)
    return declaration(declared, registered)
  })
}

/** What a statement declares, `export`, `declare` and `namespace` looked through. */
export function declarationOf(statement: SyntaxNode): SyntaxNode | null {
  const inner =
    statement.type === "export_statement"
      ? field(statement, "declaration")
      : statement.type === "ambient_declaration" || statement.type === "expression_statement"
        ? (children(statement)[0] ?? null)
        : statement
  return inner?.type === "ambient_declaration" ? (children(inner)[0] ?? null) : inner
}

/** Names that a declaration binds, those of destructuring patterns too. */
export function boundNames(declared: SyntaxNode): readonly SyntaxNode[] {
  if (isValues(declared)) return children(declared).flatMap((declarator) => patternNames(declarator))
  const name = field(declared, "name")
  return name !== null && (Object.hasOwn(KINDS, declared.type) || declared.type === "import_alias")
    ? [name]
    : []
}

export function isDefault(statement: SyntaxNode): boolean {
  return statement.children.some((child) => child?.type === "default")
}

function declaration(node: SyntaxNode, registered: boolean): readonly Definition[] {
  const kind = Object.hasOwn(KINDS, node.type) ? KINDS[node.type] : undefined
  const name = field(node, "name")
  if (kind === undefined || name === null) return []
  const self = definitionAt({ node, name, kind, public: isPublic(name), registered })
  return kind === "class" ? [self, ...methods(node, name.text)] : [self]
}

function methods(node: SyntaxNode, owner: string): readonly Definition[] {
  const inherited = children(node).some((child) => child.type === "class_heritage")
  const body = children(field(node, "body"))
  return body.flatMap((member, index) => {
    const name = member.type === "method_definition" ? field(member, "name") : null
    if (name?.type !== "property_identifier" || name.text === "constructor") return []
    const hidden = children(member).some(
      (child) => child.type === "accessibility_modifier" && child.text !== "public",
    )
    const registered = isDecorated(member) || body[index - 1]?.type === "decorator"
    const details = { node: member, name, kind: "method" as const, owner, inherited, registered }
    return [definitionAt({ ...details, public: !hidden && isPublic(name) })]
  })
}

function values(node: SyntaxNode): readonly Definition[] {
  return children(node).flatMap((declarator) => {
    const names = declarator.type === "variable_declarator" ? patternNames(declarator) : []
    return names.map((name) =>
      definitionAt({ node: declarator, name, kind: kindOfValue(declarator), public: isPublic(name) }),
    )
  })
}

function kindOfValue(declarator: SyntaxNode): DefinitionKind {
  const type = field(declarator, "value")?.type ?? ""
  return type === "arrow_function" || type.startsWith("function") ? "function" : "variable"
}

const BINDING = new Set(["identifier", "shorthand_property_identifier_pattern"])

function patternNames(declarator: SyntaxNode): readonly SyntaxNode[] {
  const pattern = field(declarator, "name")
  if (pattern === null || pattern.type === "identifier") return pattern === null ? [] : [pattern]
  const waiting = [...children(pattern)]
  const names: SyntaxNode[] = []
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const inner = field(node, "value") ?? field(node, "left")
    if (BINDING.has(node.type)) names.push(node)
    else if (inner !== null) waiting.push(inner)
    else waiting.push(...children(node))
  }
  return names.reverse()
}

function isValues(node: SyntaxNode): boolean {
  return node.type === "lexical_declaration" || node.type === "variable_declaration"
}

function isDecorated(node: SyntaxNode): boolean {
  return children(node)[0]?.type === "decorator"
}

function isPublic(name: SyntaxNode): boolean {
  return !name.text.startsWith("_")
}
