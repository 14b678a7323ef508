import { thrownMessage } from "@proofloop/foundation/errors"
import { diffSince } from "@proofloop/foundation/git"
import { cutCodePoints } from "@proofloop/foundation/text"
import { MAX_FEEDBACK } from "../critics/feedback.ts"
import type { Rejection } from "../gate/rejection.ts"
import type { Reviewer } from "../gate/reviewer.ts"
import type { Panel, PanelFinding } from "./panel.ts"

export type DiffOf = (paths: readonly string[]) => Promise<string>

/** The panel as a gate's reviewer; in "blocking" mode a blocker rejects the change like a failed critic. */
export function panelReviewer(panel: Panel, root: string | DiffOf): Reviewer {
  const diffOf: DiffOf = typeof root === "string" ? (paths) => diffSince(root, "HEAD", paths) : root
  return async (change, { subtask, signal, tell }) => {
    if (panel.mode === "off") return null
    try {
      const paths = change.files.map(({ path }) => path)
      const diff = await diffOf(paths)
      const { findings } = await panel.review({ subtask_id: subtask.id, title: subtask.title, diff }, signal)
      const blockers = findings.filter(({ severity }) => severity === "blocker")
      return panel.mode === "blocking" && blockers.length > 0 ? panelRejection(blockers) : null
    } catch (error) {
      const told = cutCodePoints(thrownMessage(error), 300)
      tell({ type: "critic_panel.crashed", error: told })
      return null
    }
  }
}

function panelRejection(blockers: readonly PanelFinding[]): Rejection {
  const lines = blockers.map(({ persona, file, line, summary }) => {
    const where = [file, line].filter((part) => part !== null).join(":")
    return `- ${persona}${where === "" ? "" : ` at ${where}`}: ${summary}`
  })
  const advice = "Repair what they name, or send another change that does not have it."
  const list = cutCodePoints(lines.join("\n"), MAX_FEEDBACK - advice.length - 40)
  const [first] = blockers
  return {
    source: "panel",
    rejected_by: "the review panel",
    check_name: "Panel review",
    path: first?.file ?? "",
    message: first?.summary ?? "",
    feedback: `Panel review:\n${list}\n${advice}`,
    violations: [],
    event: { type: "critic_panel.fail", blocker_count: blockers.length },
  }
}
