import { strictText } from "@proofloop/foundation/git"
import type { RepositoryFacts } from "../repository/facts.ts"
import type { Definition } from "./definition.ts"
import { type FileSymbols, readSymbols } from "./file_symbols.ts"
import { identifiersIn } from "./identifiers.ts"
import { languageOf } from "./language.ts"

const MAX_FILES = 5000
/** Files that are parsed, among those that contain one of the names. */
const MAX_PARSED = 1000
/** Files asked for at once: git answers for many as fast as for one, and this many of the largest size fit in memory. */
const READ_AT_ONCE = 128
/** Larger files are searched for the names, but not parsed. */
const MAX_PARSED_SIZE = 512 * 1024

/** Files that may name a function without being code we read: templates, entry points in manifests. */
const NAMING =
  /\.(?:html?|vue|svelte|astro|jinja2?|j2|toml|cfg|ini|json|ya?ml|pyx|pyi|kt|rb|php|ejs|hbs|mdx)$/
const LOCK_FILE = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|composer\.lock|[^/]{1,100}\.lock)$/

export interface SymbolIndex {
  readonly files: ReadonlyMap<string, FileSymbols>
  /** Paths, by name, of files that contain the name and were not parsed. */
  readonly unparsed: ReadonlyMap<string, readonly string[]>
  /** Not every file was looked at. */
  readonly truncated: boolean
  readonly definitions: ReadonlyMap<string, readonly Placed[]>
}

export interface Placed {
  readonly path: string
  readonly definition: Definition
}

/** Reads the code around a change for `names`: at most 5000 files, 1000 of them parsed, `first` before the others. */
export async function symbolIndex(
  facts: RepositoryFacts,
  names: ReadonlySet<string>,
  first: readonly string[] = [],
): Promise<SymbolIndex> {
  const files = new Map<string, FileSymbols>()
  const unparsed = new Map<string, string[]>()
  const known = (await facts.paths()).filter(
    (path) => languageOf(path) !== null || (NAMING.test(path) && !LOCK_FILE.test(path)),
  )
  const front = new Set(first.filter((path) => known.includes(path)))
  const ordered = [...front, ...known.filter((path) => !front.has(path))]
  for await (const { path, text } of texts(facts, names.size === 0 ? [] : ordered.slice(0, MAX_FILES))) {
    const inside = identifiersIn(text, names)
    if (inside.length === 0) continue
    const parse = languageOf(path) !== null && files.size < MAX_PARSED && text.length <= MAX_PARSED_SIZE
    const symbols = parse ? await readSymbols(path, text, (name) => names.has(name)) : null
    if (symbols !== null) files.set(path, symbols)
    else for (const name of inside) unparsed.set(name, [...(unparsed.get(name) ?? []), path])
  }
  return { files, unparsed, truncated: ordered.length > MAX_FILES, definitions: byName(files) }
}

async function* texts(
  facts: RepositoryFacts,
  paths: readonly string[],
): AsyncGenerator<{ readonly path: string; readonly text: string }> {
  for (let from = 0; from < paths.length; from += READ_AT_ONCE) {
    const part = paths.slice(from, from + READ_AT_ONCE)
    const contents = await Promise.all(part.map((path) => facts.read(path)))
    for (const [index, path] of part.entries()) {
      const text = strictText(contents[index] ?? null)
      if (text !== null) yield { path, text }
    }
  }
}

function byName(files: ReadonlyMap<string, FileSymbols>): ReadonlyMap<string, readonly Placed[]> {
  const found = new Map<string, Placed[]>()
  for (const [path, { definitions }] of files) {
    for (const definition of definitions) {
      const placed = found.get(definition.name)
      if (placed === undefined) found.set(definition.name, [{ path, definition }])
      else placed.push({ path, definition })
    }
  }
  return found
}
