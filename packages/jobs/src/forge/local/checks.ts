import { mkdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import {
  InvalidOptionError,
  numberOption,
  refuseUnknownNames,
  thrownMessage,
  errorCode,
} from "@proofloop/foundation/errors"
import { removeFolder, temporaryFolder, writeWholeFile } from "@proofloop/foundation/files"
import { initRepository, requireGit } from "@proofloop/foundation/git"
import { withLock } from "@proofloop/foundation/process"
import { openRunner, type Room, type RoomOutcome, type Runner } from "@proofloop/foundation/sandbox"
import { cutCodePoints, parsedJson } from "@proofloop/foundation/text"
import * as z from "zod"
import type { Checks, Check } from "../checks.ts"
import { ForgeError } from "../forge_error.ts"
import { gitRemote, requireCommit } from "../git_remote.ts"

export interface LocalChecksOptions {
  /** The command line that tests a commit, in a separate tree: "npm test". */
  readonly command: string
  /** Prepares the tree, with network: "npm ci". Default: nothing. */
  readonly setup?: string | undefined
  /** What the check is called. Default "test". */
  readonly name?: string | undefined
  /**
   * Why a run says nothing about the code, such as " lacks a package"; null: it does. Default: where the shell found no
   * program, or no right to run it.
   */
  readonly unable?:
    | ((
        ended: RoomOutcome,
        run: { readonly command: string; readonly tree: string },
      ) => Promise<string | null>)
    | undefined
  /** For each of the two, in milliseconds. Default 1 200 000. */
  readonly timeout_ms?: number | undefined
  /** Where they run. Default: a sandbox; where there is none, no check runs. */
  readonly runner?: Runner | undefined
}

interface Places {
  readonly repository: string
  readonly folder: string
}

/**
 * The CI of a local forge: runs a command once on each requested commit, in separate processes, and keeps the result
 * in `checks` beside the pull requests. A cancelled one says nothing, so the next process to ask runs it again. So it
 * does after a kill. Throws InvalidOptionError.
 */
export function localChecks({ repository, folder }: Places, options: LocalChecksOptions): Checks {
  const job = checkedOptions(options)
  const place = join(folder, "checks")
  const pathOf = (commit: string, extension: string) => join(place, `${commit}.${extension}`)
  const running = new Set<string>()
  /** Commits that this process has run. */
  const ran = new Set<string>()
  const isDue = (commit: string, record: CheckRecord | null) =>
    record === null || (record.state === "cancelled" && !ran.has(commit))

  const run = async (commit: string): Promise<void> => {
    const started_at = new Date().toISOString()
    const runner = job.runner ?? (await openRunner())
    const { output, ...ended } = await testCommit(repository, commit, { ...job, runner })
    await writeWholeFile(pathOf(commit, "log"), output, { mode: 0o644 })
    const { name } = job
    const { sandbox } = runner
    const record: CheckRecord = { name, ...ended, sandbox, started_at, ended_at: new Date().toISOString() }
    await writeWholeFile(pathOf(commit, "json"), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o644 })
  }
  /** Does nothing while another process runs it. */
  const start = async (commit: string): Promise<void> => {
    await mkdir(place, { recursive: true })
    const busy = () => new ForgeError("it runs", { retryable: true })
    await withLock(pathOf(commit, "json"), { wait_ms: 0, busy }, async () => {
      if (isDue(commit, await readCheck(pathOf(commit, "json")))) await run(commit)
      ran.add(commit)
    })
  }

  return {
    async of(commit) {
      requireCommit(commit)
      const record = await readCheck(pathOf(commit, "json"))
      const is_due = isDue(commit, record)
      if (is_due && !running.has(commit)) {
        // Without a sandbox the caller hears it at once.
        if (job.runner === undefined) await openRunner()
        running.add(commit)
        void start(commit)
          .catch(() => undefined)
          .finally(() => running.delete(commit))
      }
      return [checkOf(job.name, commit, is_due ? null : record)]
    },
    required: async () => [job.name],
    async log(log_id) {
      requireCommit(log_id)
      return readFile(pathOf(log_id, "log"), "utf8").catch(() => {
        throw new ForgeError(`there is no log of ${log_id}`, { retryable: false, problem: "missing" })
      })
    },
  }
}

interface Job extends LocalChecksOptions {
  readonly name: string
  readonly unable: NonNullable<LocalChecksOptions["unable"]>
  readonly timeout_ms: number
}

async function noProgram({ exit_code, output }: RoomOutcome): Promise<string | null> {
  if (exit_code !== 126 && exit_code !== 127) return null
  return `could not be started: ${output.trim().split("\n").at(-1)}`
}

function checkedOptions(options: LocalChecksOptions): Job {
  refuseUnknownNames("checks", options, ["command", "setup", "name", "unable", "timeout_ms", "runner"])
  const { command, setup, name = "test", unable = noProgram, timeout_ms = 1_200_000, runner } = options
  for (const [option, text] of Object.entries({ command, name, setup: setup ?? "-" })) {
    if (typeof text !== "string" || text.trim() === "" || text.length > (option === "name" ? 100 : 10_000))
      throw new InvalidOptionError({ option: `checks.${option}`, expected: "a command or a name", got: text })
  }
  return {
    command,
    setup,
    name,
    unable,
    timeout_ms: numberOption("checks.timeout_ms", timeout_ms, 1, 2 ** 31 - 1),
    runner,
  }
}

type Ended = Pick<CheckRecord, "state" | "told"> & { readonly output: string }

/** Never rejects: a commit that cannot be tested is not judged. */
async function testCommit(
  repository: string,
  commit: string,
  { command, setup, unable, timeout_ms, runner }: Job & { readonly runner: Runner },
): Promise<Ended> {
  const tree = await temporaryFolder("check")
  try {
    await initRepository(tree)
    await gitRemote({ url: repository }).fetchCommit(tree, commit)
    await requireGit(tree, ["checkout", "--quiet", "--detach", commit])
    const prepared =
      setup === undefined ? null : await inRoom(runner, tree, { command: setup, network: true, timeout_ms })
    if (prepared !== null && prepared.exit_code !== 0) {
      const told = `the set-up "${setup ?? ""}" ended with ${endOf(prepared)}`
      return { state: "cancelled", told: cutCodePoints(told, 1000), output: prepared.output }
    }
    const tested = await inRoom(runner, tree, { command, network: false, timeout_ms })
    if (tested.spawn_error !== null)
      return { state: "cancelled", told: cutCodePoints(tested.spawn_error, 1000), output: tested.output }
    const why = await unable(tested, { command, tree })
    if (why !== null)
      return { state: "cancelled", told: cutCodePoints(`${command} ${why}`, 1000), output: tested.output }
    return { state: tested.exit_code === 0 ? "passed" : "failed", told: endOf(tested), output: tested.output }
  } catch (error) {
    return { state: "cancelled", told: cutCodePoints(thrownMessage(error), 1000), output: "" }
  } finally {
    await removeFolder(tree)
  }
}

async function inRoom(
  runner: Runner,
  tree: string,
  asked: { readonly command: string; readonly network: boolean; readonly timeout_ms: number },
): Promise<RoomOutcome> {
  const { command, network, timeout_ms } = asked
  const room: Room = await runner.open(tree, { network })
  try {
    return await room.run({ command, timeout_ms })
  } finally {
    await room.close()
  }
}

function endOf({ exit_code, signal, timed_out, spawn_error, limit }: RoomOutcome): string {
  if (spawn_error !== null) return spawn_error
  if (timed_out) return "timed out"
  if (limit !== null) return `the limit ${limit}`
  return exit_code === null ? `the signal ${signal}` : `exit code ${exit_code}`
}

const checkRecord = z.strictObject({
  name: z.string().min(1).max(100),
  state: z.enum(["passed", "failed", "cancelled"]),
  /** "exit code 0", "timed out", or why it could not run. */
  told: z.string().max(1000),
  /** The sandbox it ran in; "none" is this machine itself. */
  sandbox: z.enum(["bubblewrap", "none"]),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
})

type CheckRecord = Readonly<z.infer<typeof checkRecord>>

/** null: there is none yet. Rejects with ForgeError for a malformed one. */
async function readCheck(path: string): Promise<CheckRecord | null> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null
    throw error
  })
  if (text === null) return null
  const { data } = checkRecord.safeParse(parsedJson(text))
  if (data !== undefined) return data
  throw new ForgeError(`${path} is not a result of a check; delete it to have it run again`, {
    retryable: false,
  })
}

/** As `Checks.of` tells it; null: it runs. */
function checkOf(name: string, commit: string, record: CheckRecord | null): Check {
  const shown = { name, commit, kind: "run", url: null } as const
  if (record === null) return { ...shown, state: "pending", told: "running", summary: "", log_id: null }
  const { state, told, sandbox } = record
  const summary = sandbox === "none" ? `${told}, without a sandbox` : told
  return { ...shown, state, told, summary, log_id: commit }
}
