import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The first existing file decides; lockfiles come before manifests. */
const PACKAGE_MANAGERS: ReadonlyArray<readonly [file: string, name: string]> = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["deno.lock", "deno"],
  ["uv.lock", "uv"],
  ["poetry.lock", "poetry"],
  ["pdm.lock", "pdm"],
  ["Pipfile", "pipenv"],
  ["Cargo.toml", "cargo"],
  ["go.mod", "go"],
  ["pom.xml", "maven"],
  ["build.gradle", "gradle"],
  ["build.gradle.kts", "gradle"],
  ["settings.gradle", "gradle"],
  ["settings.gradle.kts", "gradle"],
  ["deno.json", "deno"],
  ["deno.jsonc", "deno"],
  ["package.json", "npm"],
  ["pyproject.toml", "pip"],
  ["requirements.txt", "pip"],
  ["setup.py", "pip"],
]

/** "pnpm", "uv", "cargo"; null where no lockfile or manifest in the folder tells. */
export function packageManagerOf(root: string): string | null {
  const found = PACKAGE_MANAGERS.find(([file]) => existsSync(join(root, file)))?.[1] ?? null
  return found === "pip" ? managerOfPyproject(root) : found
}

/** Where no lockfile tells: what has a table of its own there is in use. */
function managerOfPyproject(root: string): string {
  const text = textOf(join(root, "pyproject.toml"))
  return ["uv", "poetry", "pdm"].find((name) => text.includes(`[tool.${name}`)) ?? "pip"
}

/** From version 2 on, Yarn need not make `node_modules`, so that only Yarn itself finds what is installed. */
export function isNewYarn(root: string): boolean {
  return textOf(join(root, "yarn.lock")).includes("__metadata:")
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : ""
}
