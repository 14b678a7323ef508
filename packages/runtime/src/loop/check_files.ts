import { lstat, readFile } from "node:fs/promises"
import { join, posix } from "node:path"
import type { CheckChanges, FileDigests } from "@proofloop/foundation/git"
import { runScript } from "../evidence/command/run_script.ts"
import { splitCommands } from "../evidence/command/split_commands.ts"
import { taskOf } from "../evidence/command/task_runner.ts"
import { readField } from "../evidence/read_field.ts"
import type { AgentLoopOptions } from "./options.ts"
import { checkedRoot, mayProve } from "./run_files.ts"

/** Digests of the files that decide what this run's checks mean; null where no work tree is known or there are too many. */
export async function checkFilesOf(
  options: AgentLoopOptions,
  also: readonly string[] = [],
): Promise<FileDigests | null> {
  const root = checkedRoot(options)
  if (root === undefined || !mayProve(options)) return null
  const { checkFiles } = await import("@proofloop/foundation/git")
  return checkFiles(root, [...(await scriptsOf(root, options)), ...also])
}

/**
 * Files that decide what a check means and are others than they were `before`: changed, gone, or new. Tests that are new stand
 * apart: an honest fix adds one. @requirement proof.check-changed
 */
export async function checksChangedSince(
  before: FileDigests,
  options: AgentLoopOptions,
): Promise<CheckChanges | undefined> {
  // What the command started at first still counts where it starts it no more.
  const after = await checkFilesOf(options, Object.keys(before))
  if (after === null) return undefined
  const { changedCheckFiles } = await import("@proofloop/foundation/git")
  const { isTestFile } = await import("@proofloop/foundation/paths")
  return changedCheckFiles(before, after, isTestFile)
}

/** Scripts in the work tree that the verify command runs, itself or by a script of package.json. */
async function scriptsOf(root: string, { verify_completion }: AgentLoopOptions): Promise<readonly string[]> {
  const command = typeof verify_completion === "object" ? verify_completion.command : undefined
  if (command === undefined) return []
  const line = typeof command === "string" ? command : command.join(" ")
  return withCalledScripts(root, [line, ...(await tasksOf(root, line))].flatMap(scriptPaths))
}

const MOST_SCRIPTS = 64
const LONGEST_SCRIPT = 64 * 1024
const IS_SHELL = /^#![^\n]{0,64}\b(?:ba|da|z|k)?sh\b/

/** Scripts, and those that shell scripts among them start in turn. */
async function withCalledScripts(root: string, first: readonly string[]): Promise<readonly string[]> {
  const found = new Set(first)
  for (const path of found) {
    if (found.size >= MOST_SCRIPTS) break
    for (const called of await calledBy(root, path)) found.add(called)
  }
  return [...found].slice(0, MOST_SCRIPTS)
}

async function calledBy(root: string, path: string): Promise<readonly string[]> {
  const stats = await lstat(join(root, path)).catch(() => null)
  if (stats?.isFile() !== true || stats.size > LONGEST_SCRIPT) return []
  const text = await readFile(join(root, path), "utf8").catch(() => "")
  if (!(/\.(?:ba|z)?sh$/.test(path) || IS_SHELL.test(text))) return []
  return text.split("\n").flatMap(scriptPaths)
}

/** What package.json says that the tasks of a command line run. */
async function tasksOf(root: string, line: string): Promise<readonly string[]> {
  const tasks = splitCommands(line).flatMap(({ words }) => taskOf(words) ?? [])
  if (tasks.length === 0) return []
  const manifest = await readFile(join(root, "package.json"), "utf8")
    .then((text): unknown => JSON.parse(text))
    .catch(() => undefined)
  const scripts = readField(manifest, "scripts")
  return tasks
    .flatMap(({ name }) => [`pre${name}`, name, `post${name}`])
    .map((name) => readField(scripts, name))
    .filter((script) => typeof script === "string")
}

/** Paths below the root of the scripts that a command line starts. */
function scriptPaths(line: string): readonly string[] {
  return splitCommands(line)
    .map(({ words }) => runScript(words, false)?.split(" ").at(-1) ?? "")
    .map((word) => posix.normalize(word))
    .filter((path) => /[./]/.test(path) && !path.startsWith("../") && !posix.isAbsolute(path))
}
