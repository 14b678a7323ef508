import { createHash } from "node:crypto"
import { type Declaration, type DeclarationFile, readDeclarationFile } from "./declaration_file.ts"

/** One public entry of a package. */
interface Entry {
  readonly specifier: string
  /** The path of its `.d.ts` file. */
  readonly declarations: string
}

export interface ApiReport {
  /** Each entry, and below it a line for each name it exports, with a hash of its shape. */
  readonly text: string
  readonly entries: readonly {
    readonly specifier: string
    /** Names an import of the entry has at run time, sorted. */
    readonly values: readonly string[]
  }[]
}

interface Exported {
  readonly name: string
  readonly found: Found
  readonly is_type_only: boolean
}

/** Declarations of ours, or a name of another package. */
type Found = readonly Declaration[] | { readonly from: string; readonly name: string }

type Read = (file: string) => DeclarationFile

/** The public face of a package. */
export function apiReport(entries: readonly Entry[]): ApiReport {
  const files = new Map<string, DeclarationFile>()
  const read = (file: string): DeclarationFile => {
    const known = files.get(file) ?? readDeclarationFile(file)
    files.set(file, known)
    return known
  }
  const faces = entries.map(({ specifier, declarations }) => ({
    specifier,
    exported: exportsOf(declarations, read).toSorted((left, right) => compare(left.name, right.name)),
  }))
  const shown = new Set(
    faces.flatMap(({ exported }) => exported.flatMap(({ found }) => ("from" in found ? [] : found))),
  )
  const lines = faces.flatMap(({ specifier, exported }) => [
    specifier,
    ...exported.map((one) => `  ${line(one, shown, read)}`),
  ])
  return {
    text: `${lines.join("\n")}\n`,
    entries: faces.map(({ specifier, exported }) => ({
      specifier,
      values: exported.filter(isValue).map((one) => one.name),
    })),
  }
}

function isValue({ found, is_type_only }: Exported): boolean {
  return !is_type_only && ("from" in found || found.some(({ is_value }) => is_value))
}

function line(exported: Exported, shown: ReadonlySet<Declaration>, read: Read): string {
  const { name, found } = exported
  if ("from" in found) return `${name} of ${found.from} ${found.name}`
  return `${isValue(exported) ? "" : "type "}${name} ${shapeOf(found, shown, read)}`
}

/** A hash of declarations and of what they mention; a name that has a line of its own is left to that line. */
function shapeOf(found: readonly Declaration[], shown: ReadonlySet<Declaration>, read: Read): string {
  const known = new Set(found)
  // A set is walked to its end, also to what is added on the way.
  for (const one of known) for (const next of mentioned(one, read)) if (!shown.has(next)) known.add(next)
  const texts = [...known].map(({ text }) => text).toSorted(compare)
  return createHash("sha256").update(texts.join("\n\n")).digest("hex").slice(0, 12)
}

function exportsOf(file: string, read: Read): Exported[] {
  const { exports } = read(file)
  const own = exports.flatMap(({ name, target, is_type_only }) => {
    if (name === null) return []
    const found = "local" in target ? find(file, target.local, read) : follow(target.from, target.name, read)
    return [{ name, found, is_type_only }]
  })
  const taken = new Set(own.map(({ name }) => name))
  const all = exports.flatMap(({ name, target, is_type_only }) =>
    name !== null || "local" in target
      ? []
      : exportsOf(target.from, read).map((one) => (is_type_only ? { ...one, is_type_only } : one)),
  )
  return [...own, ...all.filter(({ name }) => !taken.has(name))]
}

/** What a name means inside a file. */
function find(file: string, name: string, read: Read): Found {
  const { declarations, imports } = read(file)
  const declared = declarations.get(name)
  if (declared !== undefined) return declared
  const origin = imports.get(name)
  if (origin === undefined) throw new Error(`${file}: nothing declares ${name}`)
  return follow(origin.from, origin.name, read)
}

/** What a file or package exports under a name. */
function follow(from: string, name: string, read: Read): Found {
  if (!from.endsWith(".d.ts") || name === "*") return { from, name }
  const one = exportsOf(from, read).find((candidate) => candidate.name === name)
  if (one === undefined) throw new Error(`${from}: no export named ${name}`)
  return one.found
}

/** The declarations of ours that one mentions; a name no declaration has is a type parameter or a global. */
function mentioned({ file, mentions }: Declaration, read: Read): Declaration[] {
  const { declarations, imports } = read(file)
  return mentions.flatMap(({ name, from }) => {
    if (from === null && !declarations.has(name) && !imports.has(name)) return []
    const found = from === null ? find(file, name, read) : follow(from, name, read)
    return "from" in found ? [] : found
  })
}

/** By code units, so that every machine sorts alike. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
