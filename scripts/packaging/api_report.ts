import { relative } from "node:path"
import { type Declaration, type DeclarationFile, readDeclarationFile } from "./declaration_file.ts"

/** One public entry of a package. */
interface Entry {
  readonly specifier: string
  /** The path of its `.d.ts` file. */
  readonly declarations: string
}

/** A field of a public type without a sentence in its declaration. */
export interface SilentField {
  /** Path of the `.d.ts` file from the folder of all. */
  readonly file: string
  /** "FixWork.approval.round". */
  readonly field: string
}

export interface ApiReport {
  /** Markdown: the names each entry exports, then the declarations of these and of what they mention, each once. */
  readonly text: string
  readonly entries: readonly {
    readonly specifier: string
    /** Names an import of the entry has at run time, sorted. */
    readonly values: readonly string[]
  }[]
  /** By name of the type. */
  readonly silent: readonly SilentField[]
}

interface Exported {
  readonly name: string
  readonly found: Found
  readonly is_type_only: boolean
}

/** Declarations of ours, or a name of another package. */
type Found = readonly Declaration[] | { readonly from: string; readonly name: string }

/** The public face of a package: `folder` is what the paths that tell two declarations of one name apart start from. */
export function apiReport(name: string, folder: string, entries: readonly Entry[]): ApiReport {
  const files = new Map<string, DeclarationFile>()
  const read = (file: string): DeclarationFile => {
    const known = files.get(file) ?? readDeclarationFile(file)
    files.set(file, known)
    return known
  }
  const faces = entries.map(({ specifier, declarations }) => ({
    specifier,
    exported: exportsOf(declarations, read).toSorted(byName),
  }))
  const all = reached(
    faces.flatMap(({ exported }) => exported),
    read,
  )
  const place = placesOf(all, folder)
  const sections = faces.flatMap(({ specifier, exported }) => [
    `## ${specifier}`,
    block(exported.map((one) => line(one, place)).join("\n")),
  ])
  const declarations = all.map((one) => `${place(one)}${one.text}`)
  const head = [`# ${name}`, "Made by `npm run api` from what is packed."]
  const tail = declarations.length === 0 ? [] : ["## Declarations", block(declarations.join("\n\n"))]
  return {
    text: `${[...head, ...sections, ...tail].join("\n\n")}\n`,
    entries: faces.map(({ specifier, exported }) => ({
      specifier,
      values: exported.filter(isValue).map((one) => one.name),
    })),
    silent: silentIn(
      faces.flatMap(({ exported }) => exported),
      folder,
      read,
    ),
  }
}

/** The detector's inside, which its state and its results hold as data that only it reads. */
export const INSIDE: ReadonlySet<string> = new Set(["DetectorState", "SettledResult"])

function silentIn(
  exported: readonly Exported[],
  folder: string,
  read: (file: string) => DeclarationFile,
): readonly SilentField[] {
  const isOutside = ({ name }: Declaration): boolean => !INSIDE.has(name)
  const all = reached(exported, read, isOutside).filter(isOutside)
  const types = all.filter(({ is_value }) => !is_value)
  const derived = new Set(
    types.flatMap(({ file, derived_from }) => derived_from.map((name) => `${file} ${name}`)),
  )
  return all
    .filter(({ file, name, is_constant }) => !is_constant || derived.has(`${file} ${name}`))
    .flatMap(({ file, name, silent }) =>
      silent.map((field) => ({ file: relative(folder, file), field: `${name}.${field}` })),
    )
}

function isValue({ found, is_type_only }: Exported): boolean {
  return !is_type_only && ("from" in found || found.some(({ is_value }) => is_value))
}

/** A comment with the file of a declaration that shares its name with one of another file, else nothing. */
function placesOf(all: readonly Declaration[], folder: string): (one: Declaration) => string {
  const first = new Map(all.toReversed().map(({ name, file }) => [name, file]))
  const shared = new Set(all.filter(({ name, file }) => first.get(name) !== file).map(({ name }) => name))
  return ({ name, file }) => (shared.has(name) ? `// ${relative(folder, file)}\n` : "")
}

/** What an entry exports under a name, as one line or two. */
function line(exported: Exported, place: (one: Declaration) => string): string {
  const { name, found } = exported
  if ("from" in found) return outside(name, found)
  const [declaration] = found
  const original = declaration?.name ?? name
  const kind = isValue(exported) ? "" : "type "
  return `${declaration === undefined ? "" : place(declaration)}${kind}${original === name ? name : `${original} as ${name}`}`
}

function exportsOf(file: string, read: (file: string) => DeclarationFile): Exported[] {
  const { exports, exports_all_of, type_only } = read(file)
  const own = [...exports].map(([name, target]) => ({
    name,
    found: "local" in target ? find(file, target.local, read) : follow(target.from, target.name, read),
    is_type_only: type_only.has(name),
  }))
  const taken = new Set(exports.keys())
  const all = exports_all_of.flatMap(({ from, is_type_only }) =>
    exportsOf(from, read)
      .filter(({ name }) => !taken.has(name))
      .map((one) => (is_type_only ? { ...one, is_type_only } : one)),
  )
  return [...own, ...all]
}

/** What a name means inside a file. */
function find(file: string, name: string, read: (file: string) => DeclarationFile): Found {
  const { declarations, imports } = read(file)
  const declared = declarations.get(name)
  if (declared !== undefined) return declared
  const origin = imports.get(name)
  if (origin === undefined) throw new Error(`${file}: nothing declares ${name}`)
  return follow(origin.from, origin.name, read)
}

/** What a file or package exports under a name. */
function follow(from: string, name: string, read: (file: string) => DeclarationFile): Found {
  if (!from.endsWith(".d.ts") || name === "*") return { from, name }
  const one = exportsOf(from, read).find((candidate) => candidate.name === name)
  if (one === undefined) throw new Error(`${from}: no export named ${name}`)
  return one.found
}

/** The exported declarations and all that they mention, by name; `goesOn`: whether what a declaration mentions counts. */
function reached(
  exported: readonly Exported[],
  read: (file: string) => DeclarationFile,
  goesOn: (one: Declaration) => boolean = () => true,
): readonly Declaration[] {
  const known = new Set<Declaration>(exported.flatMap(({ found }) => ("from" in found ? [] : found)))
  // A set is walked to its end, also to what is added on the way.
  for (const one of known) if (goesOn(one)) for (const next of mentioned(one, read)) known.add(next)
  return [...known].toSorted((left, right) => byName(left, right) || compare(left.file, right.file))
}

/** The declarations of ours that one mentions; a name no declaration has is a type parameter or a global. */
function mentioned({ file, mentions }: Declaration, read: (file: string) => DeclarationFile): Declaration[] {
  const { declarations, imports } = read(file)
  return mentions.flatMap(({ name, from }) => {
    if (from === null && !declarations.has(name) && !imports.has(name)) return []
    const found = from === null ? find(file, name, read) : follow(from, name, read)
    return "from" in found ? [] : found
  })
}

function outside(name: string, { from, name: original }: { from: string; name: string }): string {
  const what = original === "*" ? `* as ${name}` : original === name ? name : `${original} as ${name}`
  return original === "*" ? `export ${what} from "${from}"` : `export { ${what} } from "${from}"`
}

function block(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\``
}

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return compare(left.name, right.name)
}

/** By code units, so that every machine sorts alike. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
