import { readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { type ExportAllDeclaration, type ExportNamedDeclaration, parseSync } from "oxc-parser"

/**
 * The names that the source of an entry exports, types as well. `file` is a path from the root; `entries` are the sources
 * of the workspace's entries by specifier, for what one re-exports whole from another.
 */
export function exportedNames(
  root: string,
  file: string,
  entries: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const { program } = parseSync(file, readFileSync(join(root, file), "utf8"))
  const names = program.body.flatMap((node) => {
    if (node.type === "ExportNamedDeclaration") return namedExports(node)
    if (node.type === "ExportDefaultDeclaration") return ["default"]
    if (node.type === "ExportAllDeclaration") return allExports(node)
    return []
  })
  return new Set(names)

  function allExports({ exported, source }: ExportAllDeclaration): readonly string[] {
    if (exported !== null) return [nameOf(exported)]
    const from = source.value
    const target = from.startsWith(".") ? posix.join(posix.dirname(file), from) : entries.get(from)
    if (target === undefined) throw new Error(`${file}: what ${from} exports is not known`)
    return [...exportedNames(root, target, entries)].filter((name) => name !== "default")
  }
}

function namedExports({ declaration, specifiers }: ExportNamedDeclaration): readonly string[] {
  const listed = specifiers.map(({ exported }) => nameOf(exported))
  if (declaration === null) return listed
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []))
  }
  const { id } = declaration as { readonly id?: { readonly name?: string } | null }
  return id?.name === undefined ? [] : [id.name]
}

function nameOf(node: ExportNamedDeclaration["specifiers"][number]["exported"]): string {
  return node.type === "Literal" ? node.value : node.name
}
