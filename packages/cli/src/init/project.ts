import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { detectChecks } from "@proofloop/foundation/paths"
import { isRecord } from "@proofloop/foundation/text"
import type { HostName } from "@proofloop/hooks/install"
import { findCheck } from "@proofloop/pipeline"
import { CONFIG_NAMES, findConfig } from "../config_file/find_config.ts"

/** Facts that `init` reads from a repository's files alone. */
export interface Project {
  readonly root: string
  /** "pnpm", "uv", "cargo"; null where no lockfile or manifest tells. */
  readonly package_manager: string | null
  /** Judges the repository; null: none was found. */
  readonly test_command: string | null
  readonly ci: "github" | "gitlab" | null
  readonly agents: readonly HostName[]
  /** The configuration that is there already. */
  readonly config: string | null
  /** Whether the repository's node_modules have proofloop, so that `npx proofloop` works for everybody. */
  readonly has_proofloop: boolean
}

/** The first existing file decides; lockfiles come before manifests. */
const PACKAGE_MANAGERS: ReadonlyArray<readonly [file: string, name: string]> = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["uv.lock", "uv"],
  ["poetry.lock", "poetry"],
  ["pdm.lock", "pdm"],
  ["Pipfile", "pipenv"],
  ["Cargo.toml", "cargo"],
  ["go.mod", "go"],
  ["pom.xml", "maven"],
  ["build.gradle", "gradle"],
  ["build.gradle.kts", "gradle"],
  ["package.json", "npm"],
  ["pyproject.toml", "pip"],
  ["requirements.txt", "pip"],
  ["setup.py", "pip"],
]

const CI: ReadonlyArray<readonly [file: string, name: "github" | "gitlab"]> = [
  [".github", "github"],
  [".gitlab-ci.yml", "gitlab"],
]

const AGENTS: ReadonlyArray<readonly [host: HostName, files: readonly string[]]> = [
  ["claude-code", [".claude", "CLAUDE.md", ".mcp.json"]],
  ["codex", [".codex"]],
  ["gemini-cli", [".gemini", "GEMINI.md"]],
  ["qwen-code", [".qwen", "QWEN.md"]],
  ["opencode", ["opencode.json", "opencode.jsonc", ".opencode"]],
  ["cursor", [".cursor", ".cursorrules"]],
  ["copilot", [".github/copilot-instructions.md"]],
]

/** Reads a repository; nothing of it runs. */
export async function readProject(root: string): Promise<Project> {
  const has = (path: string): boolean => existsSync(join(root, path))
  const config = CONFIG_NAMES.some(has) ? findConfig(root) : null
  return {
    root,
    package_manager: PACKAGE_MANAGERS.find(([file]) => has(file))?.[1] ?? null,
    test_command: (await detectChecks(root))[0] ?? (await findCheck(root)),
    ci: CI.find(([file]) => has(file))?.[1] ?? null,
    agents: AGENTS.filter(([, files]) => files.some(has)).map(([host]) => host),
    config,
    has_proofloop: has("node_modules/proofloop/package.json") || declaresProofloop(root),
  }
}

function declaresProofloop(root: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    if (!isRecord(manifest)) return false
    return [manifest["devDependencies"], manifest["dependencies"]].some(
      (section) => isRecord(section) && Object.hasOwn(section, "proofloop"),
    )
  } catch {
    return false
  }
}
