import type { SyntaxNode } from "@proofloop/parsers"
import type { Definition, DefinitionKind } from "./definition.ts"
import { children, definitionAt, field } from "./syntax_node.ts"

const KINDS: Readonly<Record<string, DefinitionKind>> = {
  function_item: "function",
  struct_item: "class",
  union_item: "class",
  enum_item: "enum",
  trait_item: "interface",
  type_item: "type",
  const_item: "variable",
  static_item: "variable",
  macro_definition: "macro",
}

/** Attributes that do not pass an item to other code. */
const PLAIN_ATTRIBUTES = new Set(
  "derive inline must_use doc cfg cfg_attr allow warn deny expect forbid deprecated repr non_exhaustive track_caller cold automatically_derived".split(
    " ",
  ),
)

/** Items, methods as "Type.method", trait implementations as "Type.impl Trait", items of modules in the file. */
export function rustDefinitions(root: SyntaxNode): readonly Definition[] {
  return items(root)
}

function items(body: SyntaxNode, owner?: string, depth = 0): readonly Definition[] {
  let registered = false
  return children(body).flatMap((node) => {
    if (node.type === "attribute_item") {
      registered ||= isRegistering(node)
      return []
    }
    if (node.type === "line_comment" || node.type === "block_comment") return []
    const found = item(node, owner, registered, depth)
    registered = false
    return found
  })
}

function item(
  node: SyntaxNode,
  owner: string | undefined,
  registered: boolean,
  depth: number,
): readonly Definition[] {
  const name = field(node, "name")
  if (node.type === "impl_item") return implementation(node, owner, registered)
  if (name === null) return []
  if (node.type === "mod_item") {
    const inner = field(node, "body")
    return inner === null || depth > 8 ? [] : items(inner, join(owner, name.text), depth + 1)
  }
  const kind = Object.hasOwn(KINDS, node.type) ? KINDS[node.type] : undefined
  if (kind === undefined) return []
  return [definitionAt({ node, name, kind, owner, public: isPublic(node) || kind === "macro", registered })]
}

function implementation(
  node: SyntaxNode,
  owner: string | undefined,
  registered: boolean,
): readonly Definition[] {
  const [type, trait] = [field(node, "type"), field(node, "trait")]
  if (type === null) return []
  const subject = join(owner, headName(type))
  const methods = children(field(node, "body"))
    .filter((member) => member.type === "function_item")
    .flatMap((member) => {
      const name = field(member, "name")
      const details = { node: member, kind: "method" as const, owner: subject, inherited: trait !== null }
      return name === null
        ? []
        : [definitionAt({ ...details, name, registered, public: trait === null && isPublic(member) })]
    })
  if (trait === null) return methods
  const called = `impl ${headName(trait)}`
  return [
    definitionAt({ node, name: type, called, kind: "implementation", owner: subject, public: true }),
    ...methods,
  ]
}

/** The last name of a path, without its type arguments: "Display" of fmt::Display<T>. */
function headName(type: SyntaxNode): string {
  const inner = field(type, "type") ?? type
  const path = inner.text.slice(0, 200).split("<")[0] ?? ""
  return path.slice(path.lastIndexOf(":") + 1).trim()
}

function isPublic(node: SyntaxNode): boolean {
  return children(node)[0]?.type === "visibility_modifier"
}

function isRegistering(attribute: SyntaxNode): boolean {
  const path = attribute.text.slice(0, 200).replace(/^#!?\[\s{0,16}/, "")
  const name = /^[\w:]{1,200}/.exec(path)?.[0] ?? ""
  return !PLAIN_ATTRIBUTES.has(name)
}

function join(owner: string | undefined, name: string): string {
  return owner === undefined ? name : `${owner}.${name}`
}

/** The names that the `use` declarations of a file, or one of them, bind. */
export interface RustBindings {
  readonly names: ReadonlySet<string>
  /** There is a `use path::*`. */
  readonly globs: boolean
}

export function rustBindings(root: SyntaxNode): RustBindings {
  const names = new Set<string>()
  let globs = false
  const waiting = [root, ...children(root)].filter((node) => node.type === "use_declaration")
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === "use_wildcard") globs = true
    if (node.type === "identifier") names.add(node.text)
    waiting.push(...boundIn(node))
  }
  return { names, globs }
}

function boundIn(node: SyntaxNode): readonly SyntaxNode[] {
  const one = (name: string) => [field(node, name)].filter((child) => child !== null)
  if (node.type === "use_declaration") return one("argument")
  if (node.type === "use_list") return children(node)
  if (node.type === "scoped_use_list") return one("list")
  if (node.type === "use_as_clause") return one("alias")
  return node.type === "scoped_identifier" ? one("name") : []
}
