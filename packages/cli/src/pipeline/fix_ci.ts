import { mkdir } from "node:fs/promises"
import { isBranchName } from "@proofloop/jobs/forge"
import { type BranchRepair, repairBranch } from "@proofloop/pipeline"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { refusedBy } from "./away.ts"
import { FIX_CI_OPTIONS } from "./options.ts"
import { endingOfRepair, REPAIR, type RepairOutcome } from "./repair_outcome.ts"
import { openForge, readRepository, type Repository } from "./repository.ts"
import { readSettings } from "./settings.ts"
import { openSink, type Sink } from "./sink.ts"
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
