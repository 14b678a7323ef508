import { posix } from "node:path"
import { sha256 } from "../files/sha256.ts"
import { digestOf } from "./listing.ts"
import type { Setup } from "./setup_place.ts"

/** What decides what is installed; an owner's command may depend on any file. */
export async function setupKey(root: string, setup: Setup, paths: ReadonlySet<string>): Promise<string> {
  const counts = setup.manager === "own" ? () => true : isManifest
  const files = [...paths].filter((path) => !path.endsWith("/") && counts(path))
  const { command, folder, manager } = setup
  const platform = [process.platform, process.arch, process.versions.modules]
  const parts = ["1", manager, command, folder, ...platform, await digestOf(root, files)]
  return sha256(JSON.stringify(parts)).slice(0, 40)
}

/** At any depth: packages of a workspace have their own. */
function isManifest(path: string): boolean {
  const name = posix.basename(path)
  return (
    MANIFESTS.has(name) || name.endsWith(".patch") || (name.endsWith(".txt") && path.includes("requirements"))
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
  ".python-version",
  "Cargo.toml",
  "Cargo.lock",
  "rust-toolchain",
  "rust-toolchain.toml",
  "go.mod",
  "go.sum",
  "go.work",
])
