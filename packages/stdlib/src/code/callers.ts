import { pythonModuleFiles } from "./python_modules.ts"
import type { Reference } from "./reference.ts"
import { scriptModuleFiles } from "./script_modules.ts"
import type { Placed, SymbolIndex } from "./symbol_index.ts"

export interface Caller {
  readonly path: string
  readonly reference: Reference
}

/** Calls and imports of a symbol. A name means its definition in the file, else its import, else the only definition. */
export function callersOf(symbol: Placed, index: SymbolIndex): readonly Caller[] {
  return refersTo(symbol, index, ({ path, reference }) => {
    if (reference.kind !== "call" && reference.kind !== "import") return false
    const target = resolve(reference, path, index)
    return target !== null && isSame(target, symbol)
  })
}

/** Everything outside its own text that may refer to a symbol, uses and ambiguous names included. */
export function mentionsOf(symbol: Placed, index: SymbolIndex): readonly Caller[] {
  return refersTo(symbol, index, ({ path, reference }) => {
    const target = reference.member || reference.kind === "text" ? null : resolve(reference, path, index)
    return target === null || isSame(target, symbol)
  })
}

/** Files that contain a symbol's name and could not be parsed. */
export function unreadMentions({ definition, path }: Placed, index: SymbolIndex): readonly string[] {
  return (index.unparsed.get(definition.name) ?? []).filter((file) => file !== path)
}

function refersTo(
  { path: own, definition }: Placed,
  { files }: SymbolIndex,
  accepts: (caller: Caller) => boolean,
): readonly Caller[] {
  const { start, end } = definition.range
  const found: Caller[] = []
  for (const [path, { references }] of files) {
    for (const reference of references) {
      if (reference.name !== definition.name) continue
      const inside = path === own && reference.offset >= start && reference.offset < end
      if (!inside && accepts({ path, reference })) found.push({ path, reference })
    }
  }
  return found
}

function resolve(reference: Reference, path: string, index: SymbolIndex): Placed | null {
  const known = index.definitions.get(reference.name) ?? []
  const local = known.filter((placed) => placed.path === path)
  if (local.length === 1 && reference.module === null) return local[0] ?? null
  const module = reference.module ?? importedFrom(reference.name, path, index)
  if (module !== null) {
    const files = new Set(moduleFiles(module, path))
    const matching = known.filter((placed) => files.has(placed.path))
    if (matching.length === 1) return matching[0] ?? null
  }
  return known.length === 1 ? (known[0] ?? null) : null
}

function importedFrom(name: string, path: string, { files }: SymbolIndex): string | null {
  const imports = files.get(path)?.references.find((found) => found.kind === "import" && found.name === name)
  return imports?.module ?? null
}

function moduleFiles(module: string, importer: string): readonly string[] {
  return importer.endsWith(".py") ? pythonModuleFiles(module, importer) : scriptModuleFiles(module, importer)
}

function isSame(left: Placed, right: Placed): boolean {
  const [one, other] = [left.definition, right.definition]
  return left.path === right.path && one.qualified_name === other.qualified_name && one.kind === other.kind
}
