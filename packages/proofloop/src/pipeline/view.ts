import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { PipelineEvent } from "@proofloop/jobs/pipeline"
import type { Io, Output } from "../console/io.ts"
import { duration } from "../rows/shown.ts"
import type { Style } from "../terminal/style.ts"
import { eventText, type Progress, progressAfter } from "./progress.ts"
import { spentText } from "./words.ts"

export interface View {
  event(event: PipelineEvent): void
  line(text: string): void
  tick(): void
  /** Takes back what does not stay. */
  close(): void
}

const UP_AND_ERASE = "\u001b[1A\u001b[2K"
/** Leaves one column free, because a terminal may break a full line. */
const MARGIN = 1

/** On a terminal one region that is redrawn below the lasting lines; elsewhere those lines alone. */
export function createView(out: Output, style: Style, env: Io["env"], now: () => number = Date.now): View {
  const can_erase = out.is_terminal && env["TERM"] !== "dumb"
  const began = now()
  let progress: Progress | null = null
  let drawn = 0
  let last = ""
  const draw = (lines: readonly string[]): void => {
    const region = can_erase && progress !== null ? regionOf(progress, style, { now: now(), began }) : []
    const text = [...lines, ...region].map((line) => `${line}\n`).join("")
    if (text !== "" || drawn > 0) out.write(UP_AND_ERASE.repeat(drawn) + text)
    drawn = region.length
  }
  return {
    event(event) {
      progress = progressAfter(progress, event, now())
      const line = eventText(event)
      // A look every half minute is one line; the region names the step.
      const is_shown = can_erase && event.type === "pipeline.step_started"
      const is_news = line !== "" && line !== last && !is_shown
      if (is_news) last = line
      draw(is_news ? [can_erase ? cutCodePoints(line, style.width - MARGIN) : line] : [])
    },
    line: (text) => draw([oneLine(text)]),
    tick: () => {
      if (can_erase) draw([])
    },
    close() {
      progress = null
      draw([])
    },
  }
}

interface Times {
  readonly now: number
  readonly began: number
}

/** Up to four lines: the phase, the present work, the check and CI, the cost. */
function regionOf(progress: Progress, style: Style, { now, began }: Times): readonly string[] {
  const { run_id, phase, step, subtask, failed, check, ci } = progress
  const cut = (text: string) => cutCodePoints(text, style.width - MARGIN)
  const head = `${run_id}  ${phase}  ${step.replaceAll("_", " ")}  ${duration(now - began)}`
  const so_far = failed === 0 ? "" : `, ${failed} failed`
  const work =
    subtask === null ? [] : [`subtask ${subtask.number} of ${subtask.of}${so_far}: ${oneLine(subtask.title)}`]
  const more_ms = ci?.state === "pending" ? now - ci.at : 0
  const watched =
    ci === null
      ? []
      : [`CI ${ci.state.replaceAll("_", " ")}, ${duration(ci.waited_ms + more_ms)} after the push`]
  const checked = check === null ? [] : [oneLine(check)]
  const rest = [...work, ...checked, ...watched, spentText({ ...progress, work_ms: 0 })]
  return [style.bold(cut(head)), ...rest.map((line) => style.dim(cut(`  ${line}`)))]
}
