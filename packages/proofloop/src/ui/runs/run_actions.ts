import type { Approval, ClaimHolder } from "@proofloop/jobs/internal"
import { neededFor } from "@proofloop/jobs/internal/pipeline"
import type { PipelineRun } from "@proofloop/jobs/pipeline"
import type { RowAction } from "../../cockpit/sources/row_line.ts"
import { ownCommand, type RunsPlace } from "../../pipeline/own_command.ts"
import { planAnswers } from "../plan_answers.ts"

/** What a person can do about a run, the likeliest first. `approval`: the newest request. */
export function runActions(
  row: PipelineRun,
  {
    place,
    approval,
    holder = null,
  }: {
    readonly place: RunsPlace
    readonly approval: Approval | null
    /** Who works on it now. Default: nobody. */
    readonly holder?: ClaimHolder | null
  },
): readonly RowAction[] {
  const { id, state, work, revision } = row
  const seen = `revision ${revision}`
  const own = (verb: string, ...more: readonly string[]) => ownCommand(place, verb, id, ...more)
  if (state === "done" || state === "cancelled") return []
  if (holder !== null)
    return [
      {
        name: "abort",
        label: "Stop it",
        effect: `Process ${holder.pid} on ${holder.host} works on it. Ending it loses nothing: resume goes on where it was.`,
        command: `kill -TERM ${holder.pid}`,
        how: "none",
        seen,
      },
    ]
  const resume: RowAction = {
    name: "resume",
    label: state === "failed" ? "Try again" : "Go on",
    effect: `A process of proofloop ${RESUMES[state] ?? "goes on with the run"}. It may ask models and spend money, within the run's limits.`,
    command: own("resume"),
    how: "start",
    seen,
  }
  const cancel: RowAction = {
    name: "cancel",
    label: state === "alarm" ? "Close the alarm" : "Give up",
    effect:
      state === "alarm"
        ? "The run is done, and nobody looks at the base branch for it any more. It counts as a false alarm."
        : "The run ends. Its branch and pull request stay as they are.",
    command: own("cancel", "--reason", "TEXT"),
    how: "answer",
    words: "Why",
    seen,
  }
  if (state === "awaiting-approval" && approval !== null && approval.answer === null)
    return [
      ...planAnswers(approval, own, {
        approve:
          "The run may work on the plan and open a draft pull request. Nothing is merged. It goes on with the next resume.",
        reject: "The run ends without any change.",
      }),
      cancel,
    ]
  const needed = neededFor(row)
  const elsewhere = onForge(needed?.action ?? "", work, own)
  return [...(elsewhere === null ? [] : [{ ...elsewhere, seen }]), resume, cancel]
}

const RESUMES: Readonly<Partial<Record<PipelineRun["state"], string>>> = {
  failed: "takes the step again that failed",
  "awaiting-approval": "takes up the answer to the plan",
  "pr-open": "looks at the pull request, its CI and its reviews",
  alarm: "runs the check again on the base branch",
}

function onForge(
  action: string,
  { pull_request, revert }: PipelineRun["work"],
  own: (verb: string) => string,
): Omit<RowAction, "seen"> | null {
  const command = own("resume")
  if (action === "merge" && pull_request !== undefined)
    return {
      name: "open",
      label: `Open pull request ${pull_request.number}`,
      effect:
        "You merge it, or close it, on its forge. After that the check runs once more on what was merged.",
      how: "open",
      href: pull_request.url,
      command,
    }
  if (action === "take_over" && pull_request !== undefined)
    return {
      name: "open",
      label: `Open pull request ${pull_request.number}`,
      effect: "You mend it on its branch. After that the run looks at it again.",
      how: "open",
      href: pull_request.url,
      command,
    }
  if (action === "revert" && revert !== undefined && "url" in revert)
    return {
      name: "open",
      label: "Open the draft that takes it back",
      effect: "You merge it, or mend the base branch. After that the check runs again.",
      how: "open",
      href: revert.url,
      command,
    }
  return null
}
