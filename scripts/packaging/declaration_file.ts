import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseSync, type Comment, type Directive, type Statement } from "oxc-parser"
import { type AnyNode, derivedFrom, isNode, silentFields } from "./declared_fields.ts"

type Node = Directive | Statement

/** A declaration as the report shows it. */
export interface Declaration {
  readonly file: string
  readonly name: string
  /** Without comments, `export` and `declare`. */
  readonly text: string
  /** False for what the compiler forgets: interfaces and type aliases. */
  readonly is_value: boolean
  /** Names and `import("...")` types it mentions. */
  readonly mentions: readonly Mention[]
  /** Its fields without a sentence, as paths; of a constant only those count from which a type derives. */
  readonly silent: readonly string[]
  /** A constant, whose type is inferred more often than written. */
  readonly is_constant: boolean
  /** Constants of its file that its own fields are made of. */
  readonly derived_from: readonly string[]
}

export interface Mention {
  readonly name: string
  /** Where the name lives if it is written `import("./state.js").State`, else null. */
  readonly from: string | null
}

/** Where a name of this file comes from; `name` is "*" for a namespace. */
export interface Origin {
  readonly from: string
  readonly name: string
}

export interface DeclarationFile {
  /** Overloads share a name. */
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>
  readonly imports: ReadonlyMap<string, Origin>
  /** Exported name to the name in this file, or to another file's. */
  readonly exports: ReadonlyMap<string, { readonly local: string } | Origin>
  /** The files whose exports are all exported again, perhaps as types only. */
  readonly exports_all_of: readonly { readonly from: string; readonly is_type_only: boolean }[]
  /** Exported by `export type`, whatever is behind the name. */
  readonly type_only: ReadonlySet<string>
}

/** Reads a `.d.ts` file of `tsc`. Relative origins are paths of other such files, the rest names of packages. */
export function readDeclarationFile(file: string): DeclarationFile {
  const source = readFileSync(file, "utf8")
  const { program, comments, errors } = parseSync(file, source, { lang: "dts", sourceType: "module" })
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const declarations = new Map<string, Declaration[]>()
  const imports = new Map<string, Origin>()
  const exports = new Map<string, { local: string } | Origin>()
  const exports_all_of: { from: string; is_type_only: boolean }[] = []
  const type_only = new Set<string>()

  const declare = (node: Node, statement: Node): void => {
    for (const name of declaredNames(node)) {
      const one = {
        file,
        name,
        text: declarationText(source, comments, statement),
        is_value: node.type !== "TSInterfaceDeclaration" && node.type !== "TSTypeAliasDeclaration",
        mentions: mentionsOf(node, file),
        silent: silentFields(node, source, comments),
        is_constant: node.type === "VariableDeclaration",
        derived_from: derivedFrom(node),
      }
      declarations.set(name, [...(declarations.get(name) ?? []), one])
    }
  }

  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration") {
      for (const specifier of statement.specifiers) {
        const name =
          specifier.type === "ImportSpecifier"
            ? nameOf(specifier.imported)
            : specifier.type === "ImportDefaultSpecifier"
              ? "default"
              : "*"
        imports.set(specifier.local.name, { from: resolve(file, statement.source.value), name })
      }
    } else if (statement.type === "ExportAllDeclaration") {
      const from = resolve(file, statement.source.value)
      if (statement.exported === null)
        exports_all_of.push({ from, is_type_only: statement.exportKind === "type" })
      else exports.set(nameOf(statement.exported), { from, name: "*" })
    } else if (statement.type === "ExportNamedDeclaration") {
      if (statement.declaration !== null) {
        declare(statement.declaration, statement)
        for (const name of declaredNames(statement.declaration)) exports.set(name, { local: name })
      }
      for (const { local, exported, exportKind } of statement.specifiers) {
        const name = nameOf(local)
        exports.set(
          nameOf(exported),
          statement.source === null ? { local: name } : { from: resolve(file, statement.source.value), name },
        )
        if (statement.exportKind === "type" || exportKind === "type") type_only.add(nameOf(exported))
      }
    } else {
      declare(statement, statement)
    }
  }
  return { declarations, imports, exports, exports_all_of, type_only }
}

function resolve(file: string, specifier: string): string {
  return specifier.startsWith(".") ? join(dirname(file), specifier.replace(/\.[jt]s$/, ".d.ts")) : specifier
}

function nameOf(node: { readonly type: string; readonly name?: string; readonly value?: unknown }): string {
  return node.name ?? String(node.value)
}

function declaredNames(node: Node): string[] {
  if (node.type === "VariableDeclaration")
    return node.declarations.map(({ id }) => ("name" in id ? id.name : "")).filter((name) => name !== "")
  if ("id" in node && node.id !== null && "name" in node.id) return [node.id.name]
  return []
}

function declarationText(source: string, comments: readonly Comment[], node: Node): string {
  const inside = comments.filter(({ start, end }) => start >= node.start && end <= node.end)
  let text = ""
  let position = node.start
  for (const { start, end } of inside) {
    text += source.slice(position, start)
    position = end
  }
  text += source.slice(position, node.end)
  const lines = text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
  return lines
    .join("\n")
    .replace(/^(?:export )?(?:declare )?/, "")
    .replace(/;$/, "")
}

/** Every identifier below a node but the names of members, which are nobody's reference. */
function mentionsOf(node: Node, file: string): Mention[] {
  const found = new Map<string, Mention>()
  const add = (name: string, from: string | null): void =>
    void found.set(`${from ?? ""}#${name}`, { name, from })
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value)) return
    if (value.type === "Identifier") add(String(value.name), null)
    if (value.type === "TSImportType") {
      const { qualifier, source } = value
      if (isNode(qualifier) && isNode(source)) add(firstName(qualifier), resolve(file, String(source.value)))
      return visit(value.typeArguments)
    }
    for (const [key, child] of Object.entries(value)) {
      if ((key === "key" || key === "label") && value.computed !== true) continue
      if (key === "right" && value.type === "TSQualifiedName") continue
      visit(child)
    }
  }
  visit(node)
  return [...found.values()]
}

function firstName(qualifier: AnyNode): string {
  return isNode(qualifier.left) ? firstName(qualifier.left) : String(qualifier.name)
}
