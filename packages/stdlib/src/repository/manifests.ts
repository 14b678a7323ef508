import { posix } from "node:path"
import { lenientText } from "@proofloop/foundation/git"
import type { RepositoryFacts } from "./facts.ts"
import { readCargo } from "./manifests/cargo.ts"
import { readGoMod } from "./manifests/go_mod.ts"
import { readGradle, readPom, readVersionCatalogue } from "./manifests/java.ts"
import type { Manifest } from "./manifests/manifest.ts"
import { readPackageJson } from "./manifests/npm.ts"
import { readPipfile, readPyproject } from "./manifests/pyproject.ts"
import { readRequirements } from "./manifests/requirements.ts"
import { readSetupCfg, readSetupPy } from "./manifests/setup_files.ts"

export type Ecosystem = "npm" | "python" | "rust" | "go" | "java"

/** A kind of manifest: read from its text, or from its TOML data. */
export type ManifestKind =
  | { readonly ecosystem: Ecosystem; readonly read: (text: string) => Manifest }
  | { readonly ecosystem: Ecosystem; readonly readToml: (root: unknown) => Manifest }

/** Most manifests that are read; those nearest to the root come first. */
const MOST_MANIFESTS = 500

/** The manifests among the paths, those nearest to the root first; installed packages are left out. */
export function manifestPaths(paths: readonly string[]): readonly string[] {
  return paths
    .filter((path) => manifestKind(path) !== null && !/(?:^|\/)(?:node_modules|vendor)\//.test(path))
    .map((path) => ({ path, depth: path.split("/").length }))
    .sort((left, right) => left.depth - right.depth || (left.path < right.path ? -1 : 1))
    .slice(0, MOST_MANIFESTS)
    .map(({ path }) => path)
}

/** What kind of manifest a path is by its name; null for none. */
export function manifestKind(path: string): ManifestKind | null {
  const name = posix.basename(path)
  const known = kinds.get(name)
  if (known !== undefined) return known
  if (
    /^[\w.-]{0,60}requirements[\w.-]{0,60}\.txt$/.test(name) ||
    /(?:^|\/)requirements\/[^/]{1,200}\.txt$/.test(path)
  ) {
    return { ecosystem: "python", read: readRequirements }
  }
  return name.endsWith(".versions.toml") ? { ecosystem: "java", readToml: readVersionCatalogue } : null
}

/** A manifest's text, without a byte order mark and with plain line ends; null when it is missing. */
export async function manifestText(
  facts: Pick<RepositoryFacts, "read">,
  path: string,
): Promise<string | null> {
  return lenientText(await facts.read(path))?.replaceAll("\r\n", "\n") ?? null
}

const kinds = new Map<string, ManifestKind>([
  ["package.json", { ecosystem: "npm", read: readPackageJson }],
  ["pyproject.toml", { ecosystem: "python", readToml: readPyproject }],
  ["Pipfile", { ecosystem: "python", readToml: readPipfile }],
  ["setup.cfg", { ecosystem: "python", read: readSetupCfg }],
  ["setup.py", { ecosystem: "python", read: readSetupPy }],
  ["Cargo.toml", { ecosystem: "rust", readToml: readCargo }],
  ["go.mod", { ecosystem: "go", read: readGoMod }],
  ["pom.xml", { ecosystem: "java", read: readPom }],
  ["build.gradle", { ecosystem: "java", read: readGradle }],
  ["build.gradle.kts", { ecosystem: "java", read: readGradle }],
])
