import { relative } from "node:path"
import { type Declaration, type DeclarationFile, readDeclarationFile } from "./declaration_file.ts"

export interface ApiReport {
  /** Markdown: what the entry exports, then what these declarations mention and the entry does not export. */
  readonly text: string
  /** Names an import of the entry has at run time, sorted. */
  readonly values: readonly string[]
}

interface Exported {
  readonly name: string
  readonly found: Found
  readonly is_type_only: boolean
}

/** Declarations of ours, or a name of another package. */
type Found = readonly Declaration[] | { readonly from: string; readonly name: string }

/** The public face of one entry: `entry` is the path of its `.d.ts` file, `folder` what paths in the report start from. */
export function apiReport({
  specifier,
  entry,
  folder,
}: {
  readonly specifier: string
  readonly entry: string
  readonly folder: string
}): ApiReport {
  const files = new Map<string, DeclarationFile>()
  const read = (file: string): DeclarationFile => {
    const known = files.get(file) ?? readDeclarationFile(file)
    files.set(file, known)
    return known
  }
  const exported = exportsOf(entry, read).toSorted((left, right) => compare(left.name, right.name))
  const isValue = ({ found, is_type_only }: Exported): boolean =>
    !is_type_only && ("from" in found || found.some(({ is_value }) => is_value))
  const sections = exported.map(({ name, found }) =>
    "from" in found ? outside(name, found) : texts(found, name),
  )
  const others = reached(exported, read).map((one) => `// ${relative(folder, one.file)}\n${one.text}`)
  const parts = [
    `# ${specifier}`,
    "Made by `npm run api` from what is packed.",
    "## Exports",
    block(sections),
  ]
  if (others.length > 0) parts.push("## Reached through them", block(others))
  return {
    text: `${parts.join("\n\n")}\n`,
    values: exported.filter(isValue).map(({ name }) => name),
  }
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

function reached(exported: readonly Exported[], read: (file: string) => DeclarationFile): Declaration[] {
  const known = new Set<Declaration>()
  const open = exported.flatMap(({ found }) => ("from" in found ? [] : found))
  for (const one of open) known.add(one)
  const others: Declaration[] = []
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const fresh = mentioned(one, read).filter((next) => !known.has(next))
    for (const next of fresh) known.add(next)
    others.push(...fresh)
    open.push(...fresh)
  }
  return others.toSorted((left, right) => compare(`${left.file}#${left.name}`, `${right.file}#${right.name}`))
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

function texts(found: readonly Declaration[], name: string): string {
  return found
    .map((one) => (one.name === name ? one.text : `${one.text}\nexport { ${one.name} as ${name} }`))
    .join("\n")
}

function outside(name: string, { from, name: original }: { from: string; name: string }): string {
  const what = original === "*" ? `* as ${name}` : original === name ? name : `${original} as ${name}`
  return original === "*" ? `export ${what} from "${from}"` : `export { ${what} } from "${from}"`
}

function block(sections: readonly string[]): string {
  return `\`\`\`ts\n${sections.join("\n\n")}\n\`\`\``
}

/** By code units, so that every machine sorts alike. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
