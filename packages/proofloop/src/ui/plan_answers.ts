import type { Approval } from "@proofloop/jobs/internal"
import type { RowAction } from "../cockpit/sources/row_line.ts"

/** What a person can answer to a plan. `effects`: what an approval and a rejection do to this kind of row. */
export function planAnswers(
  approval: Approval,
  own: (verb: string, ...more: string[]) => string,
  effects: { readonly approve: string; readonly reject: string },
): readonly RowAction[] {
  const common = { how: "answer", seen: approval.id } as const
  return [
    {
      name: "approve",
      label: "Approve the plan",
      effect: effects.approve,
      command: own("approve"),
      ...common,
    },
    {
      name: "refine",
      label: "Send it back",
      effect: "The plan is made again with your words. At most three times.",
      command: own("approve", "--refine", "TEXT"),
      words: "What to change in the plan",
      ...common,
    },
    {
      name: "reject",
      label: "Reject the plan",
      effect: effects.reject,
      command: own("reject", "--reason", "TEXT"),
      words: "Why",
      ...common,
    },
  ]
}
