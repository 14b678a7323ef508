import { existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { delimiter, join, dirname } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"
import { ownerOfTree } from "@proofloop/foundation/git"
import { runCommand } from "@proofloop/foundation/process"
import { redactSecrets, cutMiddle } from "@proofloop/foundation/text"
import { readDeclaredDependencies } from "@proofloop/stdlib"
import type { RegressionTest } from "../feedback.ts"
import { type Classified, classifyTest } from "./classify_test.ts"

export interface RunTestOptions {
  /** A tree that has the test, all links resolved. */
  readonly root: string
  readonly test: Pick<RegressionTest, "path" | "command">
  /** Default 120 000. */
  readonly timeout_ms?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface RegressionTestRun extends Classified {
  readonly exit_code: number | null
  readonly timed_out: boolean
  /** What it printed: secrets redacted, paths relative to the tree, at most 8000 characters. */
  readonly output: string
}

/**
 * Runs a regression test and tells pass, fail and error apart, in an environment without credentials and without the repository: a
 * model wrote what runs there. Rejects with the signal's reason alone.
 */
export async function runTest(options: RunTestOptions): Promise<RegressionTestRun> {
  const { root, test, timeout_ms = 120_000, signal } = options
  const outcome = await withoutGit(root, () =>
    runCommand({
      command: test.command,
      cwd: root,
      timeout_ms,
      signal,
      kill_after_ms: 2000,
      max_output_bytes: MAX_READ,
      env: { ...withoutCredentials(process.env), ...pythonEnvironment(root) },
    }),
  )
  signal?.throwIfAborted()
  // Runners print whole paths; what stands above the tree stays private.
  const output = outcome.output.replaceAll(`${root}/`, "").replaceAll(root, ".")
  const declared = outcome.exit_code === 0 ? [] : await declaredFor(root, dirname(test.path))
  const classified = classifyTest({ ...outcome, output }, { root, test, timeout_ms, declared })
  const shown = cutMiddle(redactSecrets(output), MAX_SHOWN)
  return { ...classified, exit_code: outcome.exit_code, timed_out: outcome.timed_out, output: shown }
}

/** What the manifests in a folder and in those above it declare, up to the root. */
async function declaredFor(root: string, folder: string): Promise<readonly string[]> {
  const names = await readDeclaredDependencies(join(root, folder))
  return folder === "." ? names : [...names, ...(await declaredFor(root, dirname(folder)))]
}

const MAX_READ = 512 * 1024
const MAX_SHOWN = 8000

/** Undefined takes a variable out. */
function withoutCredentials(environment: NodeJS.ProcessEnv): Record<string, undefined> {
  const names = Object.keys(environment).filter((name) => CREDENTIAL.test(name))
  return Object.fromEntries(names.map((name) => [name, undefined]))
}

const CREDENTIAL =
  /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|^SSH_AUTH_SOCK$/i

/** What is installed may point to the user's work tree; the tree's own folders go first. */
function pythonEnvironment(root: string): Record<string, string> {
  const folders = [join(root, "src"), root].filter((folder) => existsSync(folder))
  const given = process.env["PYTHONPATH"]
  const path = [...folders, ...(given === undefined || given === "" ? [] : [given])]
  return { PYTHONPATH: path.join(delimiter), PYTHONDONTWRITEBYTECODE: "1" }
}

/**
 * Does something while no git in a tree of `checkOut` finds the repository it is of: what a model wrote runs there, and its
 * branch or commit would tell a fix from its base, and what it configures, stashes or tags would be the user's. A folder in
 * no such tree is left as it is.
 */
async function withoutGit<Result>(root: string, work: () => Promise<Result>): Promise<Result> {
  const tree = treeOf(root)
  if (tree === null) return work()
  const link = join(tree, ".git")
  const aside = join(dirname(tree), "git-link")
  if (!(await moved(link, aside))) return work()
  try {
    return await work()
  } finally {
    await rm(link, { recursive: true, force: true })
    await rename(aside, link)
  }
}

function treeOf(folder: string): string | null {
  if (ownerOfTree(folder) !== null) return folder
  const above = dirname(folder)
  return above === folder ? null : treeOf(above)
}

/** false: a tree of no commit has no link. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false
    throw error
  }
}
