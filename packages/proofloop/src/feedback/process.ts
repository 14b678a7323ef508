import { join, resolve } from "node:path"
import { isInvalidOptionError, thrownMessage } from "@proofloop/foundation/errors"
import { oneLine } from "@proofloop/foundation/text"
import { type Forge, localForge } from "@proofloop/jobs"
import {
  createSelfCorrection,
  type DrivenFeedback,
  type SelfCorrection,
  type SelfCorrectionOptions,
} from "@proofloop/jobs/feedback"
import { DRAFT_CHOICES, type DraftChoice } from "@proofloop/jobs/internal/forge"
import { readCount, readMilliseconds } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { embeddedForge } from "../jobs/embedded_forge.ts"
import { engineOf } from "../jobs/engine.ts"
import { GITHUB_FLAGS, githubFrom } from "../jobs/github.ts"
import { readRooms } from "../jobs/rooms.ts"
import { givenStore } from "../jobs/store_place.ts"
import { untilStopped } from "../replay/until_stopped.ts"
import { readRoot } from "../run/work.ts"
import { createStyle } from "../terminal/style.ts"
import { makeStateFolder } from "../verdicts/state_folder.ts"
import { noModel, readLoop, tellEvent } from "./loop.ts"
import { processedLine, processedText } from "./report.ts"
import { withFoundStore } from "./store.ts"

/** `feedback process`: drives what can go on. */
export async function processFeedback(input: Input, io: Io): Promise<number> {
  const [id] = input.positionals
  const limit = readCount(input, "limit")
  if (input.flag("retry") && id === undefined) throw new Misuse("--retry needs the ID of what failed")
  const where = readRetryAll(input)
  // A wrong place is named before a missing model.
  readRoot(input, io)
  const settings = readLoop(input, io)
  return withFoundStore(
    input,
    io,
    async (store, root) => {
      const rooms = readTests(input)
      const publishing = await readPublishing(input, io, root)
      const engine = engineOf(givenStore(input, io))
      const loop = createSelfCorrection({ ...settings, ...rooms, ...publishing, root, store, engine })
      if (id !== undefined) await store.get(id)
      await input.ready()
      if (input.flag("retry") && id !== undefined) await loop.retry(id)
      if (where !== undefined) await loop.retryAll(where)
      let is_held = false
      const code = await drive(input, io, async (signal) =>
        loop.process({ id, limit, signal }).catch(async (error: unknown) => {
          is_held = id !== undefined && isInvalidOptionError(error) && (await store.holder(id)) !== null
          if (!is_held) throw error
          io.stderr.write(`proofloop: ${thrownMessage(error)}\n`)
          return []
        }),
      )
      return is_held ? EXIT_CODES.escalate : code
    },
    id === undefined ? () => drive(input, io, async () => []) : undefined,
  )
}

/** Text in the errors of rows to retry; undefined: no row. */
function readRetryAll(input: Input): string | undefined {
  const where = input.text("where")
  if (input.flag("retry-all")) return where ?? ""
  if (where !== undefined) throw new Misuse("--where is for --retry-all: which failed rows are tried again")
  return undefined
}

/** `feedback verify`: only steps after a pull request exists. Asks no model. */
export async function verifyFeedback(input: Input, io: Io): Promise<number> {
  const [id] = input.positionals
  return withFoundStore(
    input,
    io,
    async (store, root) => {
      const loop = await openWithoutModel(input, io, { store, root, ...readTests(input) })
      return drive(input, io, (signal) => loop.verify(id, signal))
    },
    id === undefined ? () => drive(input, io, async () => []) : undefined,
  )
}

/** `feedback revert`: the draft pull request that reverts a merged fix. */
export async function revertFeedback(input: Input, io: Io): Promise<number> {
  const [id = ""] = input.positionals
  const reason = input.text("reason")
  return withFoundStore(input, io, async (store, root) => {
    const loop = await openWithoutModel(input, io, { store, root })
    let done: RevertOutcome | null = null
    await untilStopped(io, async (signal) => {
      done = await loop.revert(id, { reason, signal })
    })
    return tellRevert(id, done, input, io)
  })
}

type RevertOutcome = Awaited<ReturnType<SelfCorrection["revert"]>>

function tellRevert(id: string, done: RevertOutcome | null, input: Input, io: Io): number {
  if (done === null) return EXIT_CODES.aborted
  const told = oneLine(done.status === "opened" ? `draft pull request ${done.url}` : done.why)
  io.stdout.write(input.json ? `${JSON.stringify(done)}\n` : `${id}: ${told}\n`)
  return done.status === "conflict" || done.status === "partial" ? EXIT_CODES.escalate : EXIT_CODES.clean
}

/** For a person's decisions; asks no model, and runs tests only in the rooms that are given. */
export async function openWithoutModel(
  input: Input,
  io: Io,
  place: Pick<SelfCorrectionOptions, "store" | "root"> & Partial<ReturnType<typeof readTests>>,
): Promise<SelfCorrection> {
  const publishing = await readPublishing(input, io, place.root)
  const [id] = input.positionals
  if (id !== undefined) await place.store.get(id)
  const engine = engineOf(givenStore(input, io))
  const loop = createSelfCorrection({
    ...publishing,
    ...place,
    engine,
    model: noModel,
    on_event: tellEvent(io),
  })
  await input.ready()
  return loop
}

/** Where the tests of fixes run, and for how long. */
function readTests(input: Input) {
  return { ...readRooms(input), test_timeout_ms: readMilliseconds(input, "test-timeout") }
}

async function drive(
  input: Input,
  io: Io,
  work: (signal: AbortSignal) => Promise<readonly DrivenFeedback[]>,
): Promise<number> {
  let results: readonly DrivenFeedback[] | null = null
  let was_stopped = false
  await untilStopped(io, async (signal) => {
    results = await work(signal)
    was_stopped = signal.aborted
  })
  const done: readonly DrivenFeedback[] = results ?? []
  io.stdout.write(
    input.json
      ? `${JSON.stringify({ processed: done.map(processedLine) })}\n`
      : processedText(done, createStyle(io.stdout, io.env)),
  )
  if (results === null || was_stopped) return EXIT_CODES.aborted
  return exitCodeOf(done)
}

function exitCodeOf(results: readonly DrivenFeedback[]): number {
  const is_bad = results.some(({ to, error }) => error !== null || to === "regression-alarm")
  if (is_bad) return EXIT_CODES.findings
  const waits = results.some(({ to, suspended }) => to === "awaiting-approval" || suspended !== null)
  return waits ? EXIT_CODES.escalate : EXIT_CODES.clean
}

const GITHUB = "github:"

/** Reads --forge, --base and --draft; makes the embedded forge when it is missing. Throws Misuse. */
async function readPublishing(
  input: Input,
  io: Io,
  root: string,
): Promise<Publishing & { readonly draft?: DraftChoice }> {
  const draft = DRAFT_CHOICES.find((choice) => choice === input.text("draft"))
  return { ...(await readForge(input, io, root)), ...(draft === undefined ? {} : { draft }) }
}

async function readForge(input: Input, io: Io, root: string): Promise<Publishing> {
  const given = input.text("forge")
  const base = input.text("base")
  if (given === undefined || given === "") {
    const other = GITHUB_FLAGS.find((name) => input.text(name) !== undefined)
    if (given === "" || other !== undefined)
      throw new Misuse(`${other === undefined ? "--forge" : `--${other}`} needs --forge github:OWNER/NAME`)
    return { forge: await embeddedForge(root, { base: base ?? "next", io }), base: base ?? "next" }
  }
  if (base === undefined)
    throw new Misuse("--forge needs --base BRANCH: where pull requests go, not the default branch")
  return {
    base,
    forge: given.startsWith(GITHUB)
      ? await githubFrom(given.slice(GITHUB.length), { input, io, cache_folder: await cacheFolder(root) })
      : localForge({ repository: resolve(io.cwd, given.replace(/^local:/, "")) }),
  }
}

/** A repository that cannot be written has none. */
async function cacheFolder(root: string): Promise<string | undefined> {
  const folder = await makeStateFolder(root).catch(() => undefined)
  return folder === undefined ? undefined : join(folder, "github")
}

interface Publishing {
  readonly forge: Forge
  readonly base: string
}
