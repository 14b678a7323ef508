import type { SyntaxNode } from "@proofloop/parsers"
import type { Definition, DefinitionKind } from "./definition.ts"
import { children, definitionAt, field } from "./syntax_node.ts"
import type { TreeReader } from "./tree_reader.ts"

const TYPES: Readonly<Record<string, DefinitionKind>> = {
  class_declaration: "class",
  record_declaration: "class",
  interface_declaration: "interface",
  annotation_type_declaration: "interface",
  enum_declaration: "enum",
}

/** Types with their inner types, and methods as "Type.method". Public as written, or by being in an interface. */
export function javaDefinitions(root: SyntaxNode): readonly Definition[] {
  return children(root).flatMap((node) => typeDefinitions(node))
}

function typeDefinitions(node: SyntaxNode, owner?: string, open = false, depth = 0): readonly Definition[] {
  const kind = Object.hasOwn(TYPES, node.type) ? TYPES[node.type] : undefined
  const name = field(node, "name")
  if (kind === undefined || name === null || depth > 8) return []
  const self = definitionAt({
    node,
    name,
    kind,
    owner,
    public: open || isPublic(node) || owner === undefined,
  })
  const members = children(field(node, "body")).flatMap((member) =>
    member.type === "enum_body_declarations" ? children(member) : [member],
  )
  return [
    self,
    ...members.flatMap((member) =>
      member.type === "method_declaration" || member.type === "annotation_type_element_declaration"
        ? method(member, self.qualified_name, kind === "interface", hasBase(node))
        : typeDefinitions(member, self.qualified_name, kind === "interface", depth + 1),
    ),
  ]
}

function method(node: SyntaxNode, owner: string, open: boolean, inherited: boolean): readonly Definition[] {
  const name = field(node, "name")
  if (name === null) return []
  const registered = annotations(node).some((annotation) => !PLAIN_ANNOTATIONS.has(annotation))
  const details = { node, name, kind: "method" as const, owner, inherited, registered }
  return [definitionAt({ ...details, public: open ? !modifiers(node).includes("private") : isPublic(node) })]
}

function modifiers(node: SyntaxNode): readonly string[] {
  const list = children(node).find((child) => child.type === "modifiers")
  return list?.children.map((child) => child?.type ?? "") ?? []
}

const PLAIN_ANNOTATIONS = new Set([
  "Override",
  "Deprecated",
  "SuppressWarnings",
  "SafeVarargs",
  "Nullable",
  "NotNull",
])

function annotations(node: SyntaxNode): readonly string[] {
  const list = children(node).find((child) => child.type === "modifiers")
  const found = children(list ?? null).filter((child) => child.type.endsWith("annotation"))
  return found.map((annotation) => field(annotation, "name")?.text ?? "")
}

function isPublic(node: SyntaxNode): boolean {
  return modifiers(node).includes("public")
}

function hasBase(node: SyntaxNode): boolean {
  return field(node, "superclass") !== null || field(node, "interfaces") !== null
}

export interface JavaContext {
  /** "" for none. */
  readonly package: string
  readonly imports: readonly string[]
  /** Names of the types that each top-level type extends or implements, by its name. */
  readonly bases: ReadonlyMap<string, readonly string[]>
  /** Components of each top-level record, by its name. */
  readonly components: ReadonlyMap<string, readonly string[]>
}

export const javaContextReader: TreeReader<JavaContext> = {
  name: "java context",
  read: ({ root }) => javaContext(root),
  expects: ({ language, side }) => language === "java" && side === "after",
}

function javaContext(root: SyntaxNode): JavaContext {
  const bases = new Map<string, readonly string[]>()
  const components = new Map<string, readonly string[]>()
  for (const node of children(root)) {
    const name = field(node, "name")?.text
    if (name === undefined) continue
    const lists = children(node).filter((child) => BASE_LISTS.has(child.type))
    bases.set(
      name,
      lists.flatMap((list) => list.text.slice(0, 2000).match(/\w{1,200}/g) ?? []),
    )
    if (node.type !== "record_declaration") continue
    const parameters = children(field(node, "parameters"))
    components.set(
      name,
      parameters.map((parameter) => field(parameter, "name")?.text ?? ""),
    )
  }
  return {
    package: namesOf(root, "package_declaration")[0] ?? "",
    imports: namesOf(root, "import_declaration"),
    bases,
    components,
  }
}

const BASE_LISTS = new Set(["superclass", "super_interfaces", "extends_interfaces"])

function namesOf(root: SyntaxNode, type: string): readonly string[] {
  const found = children(root).filter((node) => node.type === type)
  return found.map((node) => children(node).find((child) => child.type.endsWith("identifier"))?.text ?? "")
}
