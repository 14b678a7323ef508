import { posix } from "node:path"
import { isJson } from "@proofloop/foundation/text"
import type { RepositoryFacts } from "../../repository/facts.ts"
import type { Fingerprint } from "../../repository/fingerprint.ts"
import { manifestText } from "../../repository/manifests.ts"
import { readPackageJson } from "../../repository/manifests/npm.ts"

/** What a config may load: packages, and prefixes of its aliases. */
export interface PackageScope {
  readonly declared: ReadonlySet<string>
  readonly aliases: readonly string[]
}

/** The dependencies of the package.json files at and above a config, else of the fingerprint, and the workspace's. */
export async function packageScope(
  facts: RepositoryFacts,
  fingerprint: Fingerprint,
  config: string,
): Promise<PackageScope | null> {
  const texts: string[] = []
  const aliases: string[] = []
  for (const folder of foldersAbove(config)) {
    const text = await manifestText(facts, posix.join(folder, "package.json"))
    if (text !== null) texts.push(text)
    for (const name of ["tsconfig.json", "jsconfig.json"]) {
      aliases.push(...aliasesIn(await manifestText(facts, posix.join(folder, name))))
    }
  }
  if (texts.some((text) => !isJson(text))) return null
  const manifests = fingerprint.manifest_files ?? []
  if (texts.length === 0 && !manifests.includes("package.json")) return null
  const declared =
    texts.length === 0
      ? (fingerprint.declared_deps?.npm ?? [])
      : texts.map(readPackageJson).flatMap(({ names, dependencies }) => [...names, ...dependencies])
  const workspace = await workspaceNames(facts, manifests)
  return { declared: new Set([...declared, ...workspace].map((name) => name.toLowerCase())), aliases }
}

async function workspaceNames(
  facts: RepositoryFacts,
  manifests: readonly string[],
): Promise<readonly string[]> {
  const texts = await Promise.all(
    manifests
      .filter((path) => posix.basename(path) === "package.json")
      .map((path) => manifestText(facts, path)),
  )
  return texts.flatMap((text) => (text === null ? [] : readPackageJson(text).names))
}

function foldersAbove(path: string): readonly string[] {
  const folders: string[] = []
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    folders.push(folder)
    if (folder === "." || folder === "/" || folders.length > 64) return folders
  }
}

/** The prefixes of a tsconfig's paths. A tsconfig may hold comments, so its `paths` are read as text. */
function aliasesIn(text: string | null): readonly string[] {
  const start = text?.indexOf('"paths"') ?? -1
  const block = text?.slice(start, start + 20_000).split("}", 1)[0] ?? ""
  if (start < 0) return []
  return [...block.matchAll(/"([^"\n]{1,200})"[ \t]{0,16}:[ \t\r\n]{0,64}\[/g)].map(
    ([, alias = ""]) => alias.split("*", 1)[0] ?? "",
  )
}
