import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const MAX_BYTES = 1024 * 1024
const MAX_NAMES = 5000

/** Reads the names in one manifest; what it cannot read has none. */
type ManifestReader = (text: string) => readonly string[]

const MANIFESTS: readonly (readonly [file: RegExp, read: ManifestReader])[] = [
  [/^package\.json$/, readPackageJson],
  [/^composer\.json$/, readComposerJson],
  [/^requirements[\w.-]{0,64}\.(?:txt|in)$/, readRequirements],
  [/^pyproject\.toml$/, readPyproject],
  [/^Pipfile$/, (text) => tableKeys(text, /^(?:dev-)?packages$/)],
  [
    /^Cargo\.toml$/,
    (text) => tableKeys(text, /^(?:workspace\.|target\..{1,256}\.)?(?:dev-|build-)?dependencies$/),
  ],
  [/^go\.mod$/, readGoMod],
  [/^Gemfile$/, readGemfile],
]

/**
 * The packages that the manifests right in `root` declare, by name, sorted: package.json, composer.json, requirements*.txt,
 * pyproject.toml, Pipfile, Cargo.toml, go.mod, Gemfile. At most 5000. Never rejects; a manifest that cannot be read declares nothing.
 */
export async function readDeclaredDependencies(root: string): Promise<readonly string[]> {
  const names = new Set<string>()
  for (const file of filesOf(root)) {
    const read = MANIFESTS.find(([pattern]) => pattern.test(file))?.[1]
    if (read !== undefined) for (const name of namesOf(join(root, file), read)) names.add(name)
  }
  return [...names].sort().slice(0, MAX_NAMES)
}

function filesOf(root: string): readonly string[] {
  try {
    return readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  } catch {
    return []
  }
}

function namesOf(path: string, read: ManifestReader): readonly string[] {
  try {
    const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "")
    return text.length > MAX_BYTES ? [] : read(text).filter((name) => name !== "" && name.length <= 256)
  } catch {
    return []
  }
}

function readPackageJson(text: string): readonly string[] {
  const manifest: unknown = JSON.parse(text)
  const lists = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]
  return lists.flatMap((list) => keysOf(manifest, list))
}

function readComposerJson(text: string): readonly string[] {
  const manifest: unknown = JSON.parse(text)
  return ["require", "require-dev"]
    .flatMap((list) => keysOf(manifest, list))
    .filter((name) => name.includes("/"))
}

function keysOf(value: unknown, name: string): readonly string[] {
  if (typeof value !== "object" || value === null) return []
  const list: unknown = Object.entries(value).find(([key]) => key === name)?.[1]
  return typeof list === "object" && list !== null ? Object.keys(list) : []
}

function readRequirements(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => requirementName(line.trim()) ?? [])
}

/** "PyYAML[extra]>=6 ; python_version > '3'" is PyYAML. */
function requirementName(text: string): string | null {
  return /^([A-Za-z\d][\w.-]{0,200})(?=$|[\s[<>=!~;@,#])/.exec(text)?.[1] ?? null
}

/** The lists of PEP 621 and PEP 735, and the tables of Poetry. */
function readPyproject(text: string): readonly string[] {
  const names = [...tableKeys(text, /^tool\.poetry\.(?:group\.[\w-]{1,64}\.)?(?:dev-)?dependencies$/)]
  let table = ""
  let in_list = false
  for (const given of text.split("\n")) {
    const line = given.trim()
    const header = tableName(line)
    if (header !== null && !in_list) table = header
    const of_lists = table === "project.optional-dependencies" || table === "dependency-groups"
    const opens = of_lists
      ? /^["\w.-]{1,128}\s{0,8}=\s{0,8}\[/.test(line)
      : table === "project" && /^dependencies\s{0,8}=/.test(line)
    if (opens) in_list = true
    if (!in_list) continue
    const quoted = [...line.matchAll(/"([^"]{1,512})"|'([^']{1,512})'/g)]
    names.push(
      ...quoted.flatMap(([, double, single]) => requirementName((double ?? single ?? "").trim()) ?? []),
    )
    if (/\]\s{0,8}(?:#.{0,1024})?$/.test(line)) in_list = false
  }
  return names.filter((name) => name !== "python")
}

/** The keys of the tables with such a name, and the last part of a table below one: `[dependencies.serde]`. */
function tableKeys(text: string, pattern: RegExp): readonly string[] {
  const names: string[] = []
  let is_inside = false
  for (const given of text.split("\n")) {
    const line = given.trim()
    const header = tableName(line)
    if (header === null) {
      const key = is_inside ? /^"?([\w.-]{1,200}?)"?(?:\.workspace)?\s{0,16}=/.exec(line)?.[1] : undefined
      if (key !== undefined) names.push(key)
      continue
    }
    is_inside = pattern.test(header)
    const dot = header.lastIndexOf(".")
    if (dot > 0 && pattern.test(header.slice(0, dot))) names.push(header.slice(dot + 1))
  }
  return names
}

function tableName(line: string): string | null {
  return /^\[([^[\]]{1,512})\]\s{0,16}(?:#.{0,1024})?$/.exec(line)?.[1]?.trim() ?? null
}

function readGoMod(text: string): readonly string[] {
  return text
    .split("\n")
    .flatMap(
      (line) => /^\s{0,16}(?:require\s{1,8})?([\w.~/-]{1,256}\.[\w.~/-]{1,256}) v\d/.exec(line)?.[1] ?? [],
    )
}

function readGemfile(text: string): readonly string[] {
  return text
    .split("\n")
    .flatMap((line) => /^\s{0,32}gem[ (]{1,4}["']([\w.-]{1,200})["']/.exec(line)?.[1] ?? [])
}
