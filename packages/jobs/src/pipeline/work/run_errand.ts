import { openWorkingChange } from "@proofloop/foundation/git"
import { oneLine, cutCodePoints, redactSecrets } from "@proofloop/foundation/text"
import type { RunResult } from "@proofloop/runtime"
import { requireSpace } from "../../drive/space.ts"
import type { RunContext } from "../context/context.ts"
import type { PipelineRun, SubtaskOutcome } from "../run.ts"
import type { Place } from "../tree/place.ts"
import { commitErrand } from "./commit_errand.ts"
import type { Errand, ErrandOutcome } from "./errand.ts"
import { errandCheck } from "./errand_check.ts"
import { errandLoop } from "./errand_loop.ts"

/**
 * A repair-aware loop behind the gate, in a separate place. It ends when the repository's check says that nothing is
 * worse than before, and leaves one commit there. Rejects only for causes outside the errand: a missing model or
 * runner, a limit, a stop.
 */
export async function runErrand(
  errand: Errand,
  place: Place,
  row: PipelineRun,
  context: RunContext,
): Promise<ErrandOutcome> {
  const readChange = await openWorkingChange(place.root)
  const check = errandCheck(errand, place, { ...context, readChange })
  const rejections: SubtaskOutcome["rejections"][number][] = []
  const result = await errandLoop({ errand, check, rejections }, place, row, context)
  if (!result.verified) await requireSpace(context.settings.state_dir)
  const ended = { rejections: rejections.slice(0, 50), turns: result.usage.iterations }
  // What a command has committed by itself is a change as well.
  const { files } = await readChange()
  const paths = files.map(({ path }) => path)
  if (paths.length === 0) return { ...withoutChange(result, rejections.length > 0), ...ended }
  if (!result.verified) return { ...failed(whyNot(result)), ...ended }
  const done_at = await context.part("done_at", async () => context.settings.now())
  const done = { errand, paths, result, checked: check.last(), done_at }
  const made = await context.part("commit", async () => commitErrand(done, place, row, context))
  return { ...("refused" in made ? failed(made.refused) : made), ...ended }
}

type Made = Omit<ErrandOutcome, "rejections" | "turns">

function failed(error: string): Made {
  return { ...NONE, status: "failed", error: cutCodePoints(redactSecrets(error), 1000) }
}

const NONE = { commit: null, files: [], proof: null, after: null } as const

/** A loop that ended well without a change says why in its own words. One that was sent back had something to change. */
function withoutChange(result: RunResult, was_sent_back: boolean): Made {
  const is_over = result.status === "done" || result.status === "completion_unverified"
  if (!is_over) return failed(whyNot(result))
  if (was_sent_back)
    return failed(`it was sent back, and nothing was changed in the end. It said: ${oneLine(result.text)}`)
  return {
    ...NONE,
    status: "skipped",
    error: cutCodePoints(oneLine(redactSecrets(result.text)), 1000) || null,
  }
}

function whyNot({ status, stop_reason, stop_detail, error, current_failure, text }: RunResult): string {
  const failing =
    current_failure === undefined
      ? ""
      : ` Still failing: ${current_failure.check_id}: ${current_failure.snippet}`
  const words = text.trim() === "" ? "" : ` It said: ${oneLine(text)}`
  return `${status}, ${stop_detail ?? stop_reason}.${error === undefined ? "" : ` ${error.message}.`}${failing}${words}`
}
