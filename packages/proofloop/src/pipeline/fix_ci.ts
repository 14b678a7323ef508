import { mkdir } from "node:fs/promises"
import { oneLine } from "@proofloop/foundation/text"
import { isBranchName } from "@proofloop/jobs/internal/forge"
import { type BranchRepair, repairBranch } from "@proofloop/jobs/internal/pipeline"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { refusedBy } from "./away.ts"
import { FIX_CI_OPTIONS } from "./options.ts"
import { openForge, readRepository, type Repository } from "./repository.ts"
import { readSettings } from "./settings.ts"
import { openSink, type Sink, type Ending } from "./sink.ts"
import { readStateFolder, withPipelineFlags } from "./store.ts"
import { type LongCall, supervise } from "./supervise.ts"
import { untilOver } from "./time_limit.ts"

/** `pipeline fix-ci`: repairs what CI found on a branch, outside of runs. */
export async function fixCiOfBranch(input: Input, io: Io): Promise<number> {
  const [repo = ""] = input.positionals
  const branch = input.text("branch") ?? ""
  if (branch === "") throw new Misuse("pipeline fix-ci needs --branch NAME")
  if (!isBranchName(branch))
    throw new Misuse(`--branch: expected the name of a branch, got ${JSON.stringify(branch)}`)
  readSettings(input, io)
  const repository = await readRepository(repo, io)
  const call: LongCall = {
    words: ["fix-ci", repo],
    options: FIX_CI_OPTIONS,
    result: REPAIR,
    endingOf: (line) => endingOfRepair(line as unknown as RepairOutcome, line.run_id),
    tellStopped: async (stopped, id, sink) =>
      sink.end(endingOfRepair({ branch, repair: null, error: null, stopped }, id)),
  }
  return supervise(call, { input, io }, async () => {
    const sink = openSink(input, io)
    try {
      return await withPipelineFlags(input, io, () => repairTold({ repository, branch }, input, io, sink))
    } finally {
      sink.close()
    }
  })
}

async function repairTold(
  { repository, branch }: { readonly repository: Repository; readonly branch: string },
  input: Input,
  io: Io,
  sink: Sink,
): Promise<number> {
  const state_dir = readStateFolder(input, io)
  await mkdir(state_dir, { recursive: true, mode: 0o700 })
  const forge = await openForge(repository, { input, io, state_dir })
  const settings = { ...readSettings(input, io), forge, state_dir }
  await input.ready()
  // Its events name the commit, once that is known.
  let run_id = "fix-ci"
  let repair: BranchRepair | null = null
  let error: string | null = null
  let stopped: RepairOutcome["stopped"] = null
  try {
    stopped = await untilOver(input, io, async (signal) => {
      repair = await repairBranch(
        {
          ...settings,
          on_event(event) {
            run_id = event.run_id
            sink.event(event)
          },
        },
        { branch, signal },
      )
    })
  } catch (thrown) {
    const refused = refusedBy(thrown)
    if (refused === null) throw thrown
    error = refused.error
    if (refused.is_away) stopped = "away"
  }
  return sink.end(endingOfRepair({ branch, repair, error, stopped }, run_id))
}

/** What one call of `fix-ci` came to. */
interface RepairOutcome {
  readonly branch: string
  /** null: it did not come to one. */
  readonly repair: BranchRepair | null
  /** What the forge, a model or git has refused; null: nothing. */
  readonly error: string | null
  /** What ended the call before a repair; null: nothing. */
  readonly stopped: "request" | "time_limit" | "away" | "crash" | null
}

const REPAIR = "pipeline.repair"

function endingOfRepair(outcome: RepairOutcome, run_id: string): Ending {
  return {
    line: { type: REPAIR, run_id, ...outcome },
    text: () => `${oneLine(outcome.branch)}: ${oneLine(wordsOf(outcome))}\n`,
    exit_code: exitCodeOf(outcome),
  }
}

/** 0: CI is repaired, or was not red. 1: a refusal. 3: a person has to repair it, or call again. 130: stopped. */
function exitCodeOf({ repair, stopped }: RepairOutcome): number {
  if (repair !== null)
    return repair.status === "fixed" || repair.status === "not_red" ? EXIT_CODES.clean : EXIT_CODES.escalate
  if (stopped === "request") return EXIT_CODES.aborted
  return stopped === null ? EXIT_CODES.findings : EXIT_CODES.escalate
}

function wordsOf({ repair, error, stopped }: RepairOutcome): string {
  if (repair === null) return error ?? (stopped === null ? "" : STOPPED[stopped])
  const { status, why, pushed_to, pull_request, commit } = repair
  if (commit === null) return `${status.replaceAll("_", " ")}: ${why}`
  const offered = pull_request === null ? "" : `, ${pull_request.url}`
  return `fixed by ${commit.slice(0, 12)} on ${pushed_to ?? ""}${offered}: ${why}`
}

const STOPPED = {
  request: "stopped by request; the same call begins anew",
  time_limit: "its time limit is over; the same call begins anew",
  away: "a service it needs is unavailable; the same call begins anew",
  crash: "its process ended by itself; the same call begins anew",
} as const
