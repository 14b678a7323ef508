import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { manifestKind } from "./manifests.ts"
import { tableOf, valueAt } from "./manifests/manifest.ts"
import { readRequirements } from "./manifests/requirements.ts"
import { loadToml } from "./manifests/toml.ts"

const MAX_BYTES = 1024 * 1024
const MAX_NAMES = 5000

/** Manifests of which a fingerprint knows nothing. */
const others: ReadonlyArray<readonly [file: RegExp, read: (text: string) => readonly string[]]> = [
  [/^requirements[\w.-]{0,64}\.in$/, (text) => readRequirements(text).dependencies],
  [/^composer\.json$/, readComposerJson],
  [/^Gemfile$/, readGemfile],
]

/** The packages that the manifests right in `root` declare, as written there, sorted; at most 5000. Never rejects. */
export async function readDeclaredDependencies(root: string): Promise<readonly string[]> {
  const names = new Set<string>()
  for (const file of filesOf(root)) {
    for (const name of await namesOf(root, file)) {
      if (name !== "" && name.length <= 256) names.add(name)
    }
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

async function namesOf(root: string, file: string): Promise<readonly string[]> {
  const kind = manifestKind(file)
  const other = others.find(([pattern]) => pattern.test(file))?.[1]
  if (kind === null && other === undefined) return []
  try {
    const text = readFileSync(join(root, file), "utf8")
      .replace(/^\uFEFF/, "")
      .replaceAll("\r\n", "\n")
    if (text.length > MAX_BYTES) return []
    if (kind === null) return other?.(text) ?? []
    const manifest = "read" in kind ? kind.read(text) : kind.readToml((await loadToml())(text))
    return manifest.dependencies
  } catch {
    return []
  }
}

/** Packages that a composer.json requires, without PHP and its extensions. Throws where it is no JSON. */
export function readComposerJson(text: string): readonly string[] {
  const manifest: unknown = JSON.parse(text)
  return ["require", "require-dev"]
    .flatMap((list) => [...tableOf(valueAt(manifest, list)).keys()])
    .filter((name) => name.includes("/"))
}

/** Gems that a Gemfile names at the beginning of a line. */
export function readGemfile(text: string): readonly string[] {
  return text
    .split("\n")
    .flatMap((line) => /^\s{0,32}gem[ (]{1,4}["']([\w.-]{1,200})["']/.exec(line)?.[1] ?? [])
}
