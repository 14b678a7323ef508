import { readFile } from "node:fs/promises"
import { dirname, join, posix } from "node:path"
import { sha256 } from "../files/sha256.ts"
import { digestOf } from "./listing.ts"
import type { Setup } from "./setup_place.ts"

/**
 * Everything that decides what is installed; an owner's command may depend on any file. A set-up may run code of its
 * repository, such as a build backend, that no manifest shows. So no repository gets what another one installed.
 */
export async function setupKey(root: string, setup: Setup, paths: ReadonlySet<string>): Promise<string> {
  const counts = setup.manager === "own" ? () => true : isManifest
  const files = [...paths].filter((path) => !path.endsWith("/") && counts(path))
  const { command, folder, manager } = setup
  const platform = [process.platform, process.arch, process.versions.modules]
  const parts = [
    "2",
    await repositoryOf(root),
    manager,
    command,
    folder,
    ...platform,
    await digestOf(root, files),
  ]
  return sha256(JSON.stringify(parts)).slice(0, 40)
}

/** The git folder that all work trees of a repository share; "" without one. */
async function repositoryOf(root: string): Promise<string> {
  const link = await readFile(join(root, ".git"), "utf8").catch(() => "")
  const own = /^gitdir: (.{1,4096})$/m.exec(link)?.[1]
  return own === undefined ? "" : dirname(dirname(own))
}

/** At any depth: packages of a workspace have their own. */
function isManifest(path: string): boolean {
  const name = posix.basename(path)
  const folders = posix.dirname(path).split("/")
  return (
    MANIFESTS.has(name) ||
    /\.(?:patch|tgz|tar\.gz|whl|gem|gemspec)$/.test(name) ||
    (/\.(?:txt|in)$/.test(name) && /requirements|constraints/.test(path)) ||
    folders.some((folder) => folder === ".yarn" || folder === ".cargo")
  )
}

const MANIFESTS: ReadonlySet<string> = new Set([
  "package.json",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  ".pnpmfile.cjs",
  ".pnpmfile.js",
  ".pnpmfile.mjs",
  "pnpmfile.js",
  "package.yaml",
  "package.json5",
  "bunfig.toml",
  "uv.toml",
  "poetry.toml",
  "yarn.lock",
  ".yarnrc",
  ".yarnrc.yml",
  "bun.lock",
  "bun.lockb",
  ".npmrc",
  "pyproject.toml",
  "setup.py",
  "setup.cfg",
  "uv.lock",
  "poetry.lock",
  "pdm.lock",
  "Pipfile",
  "Pipfile.lock",
  ".python-version",
  "Cargo.toml",
  "Cargo.lock",
  "rust-toolchain",
  "rust-toolchain.toml",
  "go.mod",
  "go.sum",
  "go.work",
  "Gemfile",
  "Gemfile.lock",
  "composer.json",
  "composer.lock",
])
