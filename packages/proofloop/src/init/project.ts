import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { listTree } from "@proofloop/foundation/git"
import { findTestCommand, isNewYarn, packageManagerOf } from "@proofloop/foundation/paths"
import { isRecord } from "@proofloop/foundation/text"
import type { HostName } from "@proofloop/hooks"
import { CONFIG_NAMES, findConfig } from "../config_file/find_config.ts"

/** Facts that `init` reads from a repository's files alone. */
export interface Project {
  readonly root: string
  /** "pnpm", "uv", "cargo"; null where no lockfile or manifest tells. */
  readonly package_manager: string | null
  /** Judges the repository; null: none was found. */
  readonly test_command: string | null
  /** Where nothing judges the repository as a whole: the commands that judge folders of it. */
  readonly folder_tests: ReadonlyArray<{ readonly folder: string; readonly command: string }>
  readonly ci: "github" | "gitlab" | null
  readonly agents: readonly HostName[]
  readonly config: string | null
  /** The words that start proofloop for everybody who has installed the project; null: it does not name proofloop. */
  readonly own_command: readonly string[] | null
}

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

export async function readProject(root: string): Promise<Project> {
  const has = (path: string): boolean => existsSync(join(root, path))
  const config = CONFIG_NAMES.some(has) ? findConfig(root) : null
  const files = await listTree(root)
  const package_manager = packageManagerOf(root)
  const test_command = await findTestCommand(root, { files })
  return {
    root,
    package_manager,
    test_command,
    folder_tests: test_command === null ? await testsOfFolders(root, files) : [],
    ci: CI.find(([file]) => has(file))?.[1] ?? null,
    agents: AGENTS.filter(([, files]) => files.some(has)).map(([host]) => host),
    config,
    own_command: has("node_modules/proofloop/package.json") || declaresProofloop(root) ? startOf(root) : null,
  }
}

async function testsOfFolders(root: string, files: readonly string[]): Promise<Project["folder_tests"]> {
  const folders = [...new Set(files.flatMap((path) => /^[^/]+(?=\/)/.exec(path) ?? []))].slice(0, MAX_FOLDERS)
  const found: Array<Project["folder_tests"][number]> = []
  for (const folder of folders) {
    const place = join(root, folder)
    const inside = files.flatMap((path) =>
      path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : [],
    )
    const command = await findTestCommand(place, { files: inside })
    if (command !== null) found.push({ folder, command })
  }
  return found
}

const MAX_FOLDERS = 50

/**
 * Starts the proofloop of a project, else the one of the machine. Never one from the registry: an unattended command may not
 * install what somebody else published under the name.
 */
export const ANYWHERE: readonly string[] = ["npx", "--no-install", "proofloop"]

function startOf(root: string): readonly string[] {
  return isNewYarn(root) ? ["yarn", "proofloop"] : ANYWHERE
}

function declaresProofloop(root: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readText(join(root, "package.json")))
    if (!isRecord(manifest)) return false
    return [manifest["devDependencies"], manifest["dependencies"]].some(
      (section) => isRecord(section) && Object.hasOwn(section, "proofloop"),
    )
  } catch {
    return false
  }
}

export function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : ""
}
