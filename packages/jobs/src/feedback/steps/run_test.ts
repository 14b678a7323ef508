import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { delimiter, dirname, join } from "node:path"
import { testFileCommand } from "@proofloop/foundation/paths"
import type { SandboxName } from "@proofloop/foundation/sandbox"
import { cutMiddle, oneLine, redactSecrets } from "@proofloop/foundation/text"
import { readDeclaredDependencies } from "@proofloop/stdlib/internal"
import { readTestFile } from "@proofloop/stdlib/internal/critics"
import type { RegressionTest } from "../feedback.ts"
import { type Classified, classifyTest } from "./classify_test.ts"
import { FixError } from "./fix_error.ts"
import type { TestRoom } from "./test_room.ts"

export interface RunTestOptions {
  /** A tree that has the test, all links resolved. */
  readonly root: string
  readonly test: Pick<RegressionTest, "path" | "command">
  readonly place: TestRoom
  /** Default 120 000. */
  readonly timeout_ms?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface RegressionTestRun extends Classified {
  readonly exit_code: number | null
  readonly timed_out: boolean
  readonly sandbox: SandboxName
  /** Its output: secrets redacted, paths relative to the tree, at most 8000 characters. */
  readonly output: string
  /** Why its tree lacks something that should be installed; null: nothing. */
  readonly setup_problem: string | null
}

/**
 * Runs a regression test and tells pass, fail and error apart, in a room of its tree, because a model wrote the code.
 * Rejects only with the signal's reason.
 */
export async function runTest(options: RunTestOptions): Promise<RegressionTestRun> {
  const { root, test, place, timeout_ms = 120_000, signal } = options
  const outcome = await place.room.run({
    command: test.command,
    cwd: root,
    timeout_ms,
    signal,
    max_output_bytes: MAX_READ,
    env: pythonEnvironment(root),
  })
  signal?.throwIfAborted()
  // Runners print whole paths; the part above the tree stays private.
  const output = outcome.output.replaceAll(`${root}/`, "").replaceAll(root, ".")
  const declared = outcome.exit_code === 0 ? [] : await declaredFor(root, dirname(test.path))
  const text_without_setup =
    place.problem === null ? undefined : await readFile(join(root, test.path), "utf8").catch(() => "")
  const ended_by = outcome.limit === null ? outcome.signal : `its limit ${outcome.limit}`
  const told = { ...outcome, output, signal: ended_by }
  const classified = withProblem(
    classifyTest(told, { root, test, timeout_ms, declared, text_without_setup }),
    place,
  )
  const shown = cutMiddle(redactSecrets(output), MAX_SHOWN)
  const { exit_code, timed_out, sandbox } = outcome
  return { ...classified, exit_code, timed_out, sandbox, output: shown, setup_problem: shortProblem(place) }
}

/** A failed installation explains why nothing can run. */
function withProblem(classified: Classified, place: TestRoom): Classified {
  const problem = shortProblem(place)
  if (problem === null || classified.blame !== "environment") return classified
  return { ...classified, reason: `${classified.reason}; ${problem}` }
}

function shortProblem({ problem }: TestRoom): string | null {
  return problem === null ? null : oneLine(redactSecrets(problem)).slice(0, 600)
}

/** What the manifests in a folder and in those above it declare, up to the root. */
async function declaredFor(root: string, folder: string): Promise<readonly string[]> {
  const names = await readDeclaredDependencies(join(root, folder))
  return folder === "." ? names : [...names, ...(await declaredFor(root, dirname(folder)))]
}

const MAX_READ = 512 * 1024
const MAX_SHOWN = 8000

/** Installed files may point to the user's work tree; the tree's own folders go first. */
function pythonEnvironment(root: string): Record<string, string> {
  const folders = [join(root, "src"), root].filter((folder) => existsSync(folder))
  return { PYTHONPATH: folders.join(delimiter) }
}

interface TestCommandOptions {
  /** A tree that has the test file, all links resolved. */
  readonly root: string
  readonly path: string
  readonly content: string
  /** Test names other than the regression test's. Default: none. */
  readonly before?: string | null | undefined
}

/** The command line that runs a regression test in `root`. Rejects with a FixError "environment" when nothing can. */
export async function testCommand(options: TestCommandOptions): Promise<string> {
  const { root, path, content, before } = options
  const known = new Set(await goTests(path, before ?? ""))
  const go_tests = (await goTests(path, content)).filter((name) => !known.has(name))
  const command = await testFileCommand({ root, path, go_tests })
  if (typeof command !== "string") throw new FixError("environment", command.missing)
  return command
}

async function goTests(path: string, content: string): Promise<readonly string[]> {
  if (!path.endsWith(".go")) return []
  const cases = (await readTestFile(path, content))?.cases ?? []
  return cases.flatMap(({ name }) => (/^\w+$/.test(name) ? [name] : []))
}
