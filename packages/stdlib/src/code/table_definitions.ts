import type { SyntaxNode } from "@proofloop/parsers"
import type { Definition, DefinitionKind } from "./definition.ts"
import { children, definitionAt, field } from "./syntax_node.ts"
import type { LanguageTable } from "./tables/table.ts"

interface Around {
  readonly owner: string | undefined
  readonly kind: DefinitionKind | null
  readonly hidden: boolean
  readonly inherited: boolean
}

/** Types, functions with their types' names in front, and other definitions of a file; namespaces give no name. */
export function tableDefinitions(root: SyntaxNode, table: LanguageTable): readonly Definition[] {
  const found: Definition[] = []
  const outside = { owner: undefined, kind: null, hidden: false, inherited: false }
  const waiting: [SyntaxNode, Around][] = [[root, outside]]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const [node, outer] = place
    let around = outer
    for (const child of children(node)) {
      const visible = table.visibility?.(child) ?? null
      if (visible !== null) around = { ...around, hidden: visible === "private" }
      const kind = kindOf(child, around, table)
      const made = kind === null ? [] : definedBy(child, kind, around, table)
      found.push(...made)
      const [first] = made
      if (first !== undefined && Object.hasOwn(table.types, child.type)) {
        const inherited = children(child).some(({ type }) => table.bases.has(type))
        const inner = {
          owner: first.name,
          kind: first.kind,
          hidden: table.closed_types?.has(child.type) === true,
          inherited,
        }
        for (const body of bodiesOf(child, table)) waiting.push([body, inner])
      } else if (table.scopes.has(child.type)) waiting.push([child, around])
    }
  }
  return found.sort((one, other) => one.offset - other.offset)
}

function kindOf(node: SyntaxNode, { kind }: Around, table: LanguageTable): DefinitionKind | null {
  const { type } = node
  if (table.functions.has(type)) return kind === null ? "function" : "method"
  if (Object.hasOwn(table.types, type)) return table.types[type] ?? null
  return Object.hasOwn(table.values, type) ? (table.values[type] ?? null) : null
}

function definedBy(
  node: SyntaxNode,
  kind: DefinitionKind,
  { owner: outer, kind: of, hidden, inherited }: Around,
  table: LanguageTable,
): readonly Definition[] {
  const registered = attributesOf(node, table.tests.attributes).length > 0
  return table.names(node).map(({ name, called, owner = outer }) =>
    definitionAt({
      node,
      name,
      called,
      owner,
      kind: kind === "function" && owner !== undefined ? "method" : kind,
      public: !hidden && table.isPublic(node, of),
      registered,
      inherited,
    }),
  )
}

/** The nodes of a definition's body. */
export function bodiesOf(node: SyntaxNode, { bodies }: Pick<LanguageTable, "bodies">): readonly SyntaxNode[] {
  const body = field(node, "body")
  return body === null ? children(node).filter(({ type }) => bodies.has(type)) : [body]
}

/** The attributes or annotations in front of a definition. */
export function attributesOf(node: SyntaxNode, types: ReadonlySet<string>): readonly SyntaxNode[] {
  const found: SyntaxNode[] = []
  const waiting = children(node).filter(({ type }) => LISTS.test(type))
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (types.has(one.type)) found.push(one)
    else waiting.push(...children(one))
  }
  return found
}

const LISTS = /^(?:attribute_list|modifiers)$/
