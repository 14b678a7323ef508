import * as z from "zod"
import { FIX_CLASSES } from "../feedback.ts"

export const idInput = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "letters, digits, - and _, at most 64")
  .describe("The feedback's id")

const text = z.string().max(20_000)
const path = z.string().min(1).max(500)

export const hitInput = z.strictObject({
  path,
  line_start: z.int().min(1),
  line_end: z.int().min(1),
  snippet: text,
})

export const planInput = z
  .strictObject({
    feedback_id: idInput,
    fix_class: z.enum(FIX_CLASSES),
    root_cause: text,
    proposed_change: text,
    regression_test_sketch: text,
    files: z
      .array(
        z.strictObject({
          path,
          loc_estimate: z.int().min(0).max(1_000_000),
          operation: z.enum(["edit", "create", "delete"]).default("edit"),
        }),
      )
      .max(100),
    alternatives_considered: z.array(text).max(50).default([]),
    risks: z.array(text).max(50).default([]),
    success_criterion: text,
    cost_estimate: z.strictObject({
      tokens: z.number().min(0),
      usd: z.number().min(0).nullable(),
      wall_clock_minutes: z.number().min(0),
    }),
    refinement_round: z.int().min(0).max(3).default(0),
    created_at: z.string().max(40),
    total_loc_estimate: z.int().min(0),
  })
  .describe("The plan as draft_fix_plan answered it")

export const commitInput = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "the full id of a commit")

/** What tools that change nothing declare. */
export const THINKING = { kind: "inspect", read_only: true, evidence_role: "observation" } as const
export const EDITING = { kind: "edit", read_only: false, evidence_role: "observation" } as const
export const CHECKING = { kind: "inspect", read_only: false, evidence_role: "verification" } as const
