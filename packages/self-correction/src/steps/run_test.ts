import { existsSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import type { SandboxName } from "@proofloop/foundation/sandbox"
import { cutMiddle, oneLine, redactSecrets } from "@proofloop/foundation/text"
import { readDeclaredDependencies } from "@proofloop/stdlib"
import type { RegressionTest } from "../feedback.ts"
import { type Classified, classifyTest } from "./classify_test.ts"
import type { TestRoom } from "./test_room.ts"

export interface RunTestOptions {
  /** A tree that has the test, all links resolved. */
  readonly root: string
  readonly test: Pick<RegressionTest, "path" | "command">
  /** Opened for this tree. */
  readonly place: TestRoom
  /** Default 120 000. */
  readonly timeout_ms?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface RegressionTestRun extends Classified {
  readonly exit_code: number | null
  readonly timed_out: boolean
  readonly sandbox: SandboxName
  /** What it printed: secrets redacted, paths relative to the tree, at most 8000 characters. */
  readonly output: string
}

/**
 * Runs a regression test and tells pass, fail and error apart, in a room of its tree: a model wrote what runs there. Rejects with the signal's reason alone.
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
  // Runners print whole paths; what stands above the tree stays private.
  const output = outcome.output.replaceAll(`${root}/`, "").replaceAll(root, ".")
  const declared = outcome.exit_code === 0 ? [] : await declaredFor(root, dirname(test.path))
  const ended_by = outcome.limit === null ? outcome.signal : `its limit ${outcome.limit}`
  const told = { ...outcome, output, signal: ended_by }
  const classified = withProblem(classifyTest(told, { root, test, timeout_ms, declared }), place)
  const shown = cutMiddle(redactSecrets(output), MAX_SHOWN)
  const { exit_code, timed_out, sandbox } = outcome
  return { ...classified, exit_code, timed_out, sandbox, output: shown }
}

/** What could not be installed is why nothing can be run. */
function withProblem(classified: Classified, { problem }: TestRoom): Classified {
  if (problem === null || classified.blame !== "environment") return classified
  return { ...classified, reason: `${classified.reason}; ${oneLine(problem).slice(0, 600)}` }
}

/** What the manifests in a folder and in those above it declare, up to the root. */
async function declaredFor(root: string, folder: string): Promise<readonly string[]> {
  const names = await readDeclaredDependencies(join(root, folder))
  return folder === "." ? names : [...names, ...(await declaredFor(root, dirname(folder)))]
}

const MAX_READ = 512 * 1024
const MAX_SHOWN = 8000

/** What is installed may point to the user's work tree; the tree's own folders go first. */
function pythonEnvironment(root: string): Record<string, string> {
  const folders = [join(root, "src"), root].filter((folder) => existsSync(folder))
  return { PYTHONPATH: folders.join(delimiter) }
}
