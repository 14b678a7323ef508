import { mkdir } from "node:fs/promises"
import { oneLine } from "@proofloop/foundation/text"
import { type BranchRepair, repairBranch } from "@proofloop/pipeline"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { readRooms, requireRunner } from "../jobs/rooms.ts"
import { untilStopped } from "../replay/until_stopped.ts"
import { createStyle } from "../terminal/style.ts"
import { refusedBy } from "./away.ts"
import { openForge, readRepository } from "./repository.ts"
import { readSettings } from "./settings.ts"
import { readStateFolder, withPipelineFlags } from "./store.ts"
import { readTimeLimit } from "./time_limit.ts"
import { createView } from "./view.ts"

/** `pipeline fix-ci`: repairs what CI found on a branch, beside all runs. */
export async function fixCiOfBranch(input: Input, io: Io): Promise<number> {
  const [repo = ""] = input.positionals
  const branch = input.text("branch") ?? ""
  if (branch === "") throw new Misuse("pipeline fix-ci needs --branch NAME")
  const repository = await readRepository(repo, io)
  const settings = readSettings(input, io)
  await requireRunner(readRooms(input))
  const limit = readTimeLimit(input)
  return withPipelineFlags(input, io, async () => {
    const state_dir = readStateFolder(input, io)
    await mkdir(state_dir, { recursive: true, mode: 0o700 })
    const forge = await openForge(repository, { input, io, state_dir })
    const view = createView(io.stderr, createStyle(io.stderr, io.env), io.env)
    const on_event: NonNullable<typeof settings.on_event> = (event) =>
      input.json ? io.stdout.write(`${JSON.stringify(event)}\n`) : view.event(event)
    const over = limit === null ? null : AbortSignal.timeout(limit)
    let repair: BranchRepair | null = null
    try {
      await untilStopped(io, async (stop) => {
        const signal = over === null ? stop : AbortSignal.any([stop, over])
        repair = await repairBranch({ ...settings, forge, state_dir, on_event }, { branch, signal })
      })
    } catch (error) {
      const refused = refusedBy(error)
      const told = over?.aborted === true ? "its time limit is over" : refused?.error
      if (told === undefined) throw error
      view.line(`proofloop: ${told}`)
      return refused?.is_away === false ? EXIT_CODES.findings : EXIT_CODES.escalate
    } finally {
      view.close()
    }
    return tellRepair(repair, branch, input, io)
  })
}

/** 0: CI is repaired, or was not red. 3: a person has to repair it. 130: somebody stopped it. */
function tellRepair(repair: BranchRepair | null, branch: string, input: Input, io: Io): number {
  if (repair === null) return EXIT_CODES.aborted
  const { status, why, pushed_to, pull_request, commit } = repair
  const told =
    commit === null
      ? `${status.replaceAll("_", " ")}: ${why}`
      : `fixed by ${commit.slice(0, 12)} on ${pushed_to ?? ""}${pull_request === null ? "" : `, ${pull_request.url}`}: ${why}`
  io.stdout.write(
    input.json
      ? `${JSON.stringify({ type: "pipeline.repair", branch, ...repair })}\n`
      : `${oneLine(branch)}: ${oneLine(told)}\n`,
  )
  return status === "fixed" || status === "not_red" ? EXIT_CODES.clean : EXIT_CODES.escalate
}
