import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseSync } from "oxc-parser"

export interface Declaration {
  readonly file: string
  /** Without comments and blank lines. */
  readonly text: string
  /** False for what the compiler forgets: interfaces and type aliases. */
  readonly is_value: boolean
  /** Names it mentions, and where one lives that is written `import("./state.js").State`. */
  readonly mentions: readonly { readonly name: string; readonly from: string | null }[]
}

/** Where a name of a file comes from; `name` is "*" for a namespace. */
export interface Origin {
  readonly from: string
  readonly name: string
}

export interface DeclarationFile {
  /** Overloads share a name. */
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>
  readonly imports: ReadonlyMap<string, Origin>
  /** What it exports, by a name of its own or of another file; `name` is null for all names of a file. */
  readonly exports: readonly {
    readonly name: string | null
    readonly target: { readonly local: string } | Origin
    readonly is_type_only: boolean
  }[]
}

/** Reads a `.d.ts` file of `tsc`. Relative origins are paths of other such files, the rest names of packages. */
export function readDeclarationFile(file: string): DeclarationFile {
  const source = readFileSync(file, "utf8")
  const parsed = parseSync(file, source, { lang: "dts", sourceType: "module" })
  if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors[0]?.message}`)
  const declarations = new Map<string, Declaration[]>()
  for (const statement of parsed.program.body) {
    const node =
      "declaration" in statement && statement.declaration !== null ? statement.declaration : statement
    const inside = parsed.comments.filter(({ start }) => start >= node.start && start < node.end)
    const one = {
      file,
      text: withoutComments(source, node, inside).replace(/^declare /, ""),
      is_value: node.type !== "TSInterfaceDeclaration" && node.type !== "TSTypeAliasDeclaration",
      mentions: mentionsOf(node, file),
    }
    for (const name of declaredNames(node)) declarations.set(name, [...(declarations.get(name) ?? []), one])
  }
  const imports = parsed.module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName, localName }): [string, Origin] => {
      const name = importName.name ?? (importName.kind === "Default" ? "default" : "*")
      return [localName.value, { from: resolve(file, moduleRequest.value), name }]
    }),
  )
  const exports = parsed.module.staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ exportName, importName }) => exportName.name !== null || importName.kind === "AllButDefault")
    .map(({ exportName, importName, localName, moduleRequest, isType }) => ({
      name: exportName.name,
      target:
        moduleRequest === null
          ? { local: localName.name ?? "" }
          : { from: resolve(file, moduleRequest.value), name: importName.name ?? "*" },
      // What `declare` exports counts as a type for the parser; its declaration says what it is.
      is_type_only: isType && !(localName.name !== null && declarations.has(localName.name)),
    }))
  return { declarations, imports: new Map(imports), exports }
}

function resolve(file: string, specifier: string): string {
  return specifier.startsWith(".") ? join(dirname(file), specifier.replace(/\.[jt]s$/, ".d.ts")) : specifier
}

interface Span {
  readonly start: number
  readonly end: number
}

function withoutComments(source: string, { start, end }: Span, comments: readonly Span[]): string {
  const starts = [start, ...comments.map((comment) => comment.end)]
  const ends = [...comments.map((comment) => comment.start), end]
  const text = starts.map((from, index) => source.slice(from, ends[index])).join("")
  return text.replaceAll(/\s*\n\s*/g, "\n")
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string }

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
}

function declaredNames(node: unknown): string[] {
  if (!isNode(node)) return []
  const found = Array.isArray(node["declarations"]) ? node["declarations"] : [node]
  return found.flatMap((one: Node) => (isNode(one["id"]) ? [String(one["id"]["name"])] : []))
}

/** Every identifier below a node but the names of members, which are nobody's reference. */
function mentionsOf(node: unknown, file: string): Declaration["mentions"] {
  const found = new Map<string, { name: string; from: string | null }>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value)) return
    const { qualifier, source } = value
    if (value.type === "Identifier")
      found.set(`#${String(value["name"])}`, { name: String(value["name"]), from: null })
    if (value.type === "TSImportType" && isNode(qualifier) && isNode(source)) {
      const from = resolve(file, String(source["value"]))
      found.set(`${from}#${firstName(qualifier)}`, { name: firstName(qualifier), from })
      return visit(value["typeArguments"])
    }
    for (const [key, child] of Object.entries(value)) {
      if ((key === "key" || key === "label") && value["computed"] !== true) continue
      if (key === "right" && value.type === "TSQualifiedName") continue
      visit(child)
    }
  }
  visit(node)
  return [...found.values()]
}

function firstName({ left, name }: Node): string {
  return isNode(left) ? firstName(left) : String(name)
}
