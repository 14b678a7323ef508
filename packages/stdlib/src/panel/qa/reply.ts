import * as z from "zod"

/** The three questions, each with its slot. */
export const QUESTION_IDS = ["Q1_evidence", "Q2_edge", "Q3_scope"] as const
export type QuestionId = (typeof QUESTION_IDS)[number]

const id = z.enum(QUESTION_IDS)

export const questionsReply = z.strictObject({
  questions: z
    .array(z.strictObject({ id, question: z.string().trim().min(10).max(500) }))
    .length(QUESTION_IDS.length)
    .refine(coversEachSlot, "each of the three ids exactly once"),
})

export interface QaQuestion {
  readonly id: QuestionId
  /** The question, 10 to 500 characters. */
  readonly question: string
}

const patch = z.strictObject({
  action: z.enum(["create", "modify", "delete"]),
  path: z.string().trim().min(1).max(1000),
  content: z.string().optional(),
})

export const answersReply = z.strictObject({
  answers: z
    .array(
      z.strictObject({
        id,
        verdict: z.enum(["handled", "gap", "uncertain"]),
        evidence_loc: z.string().max(200).nullish().default(null),
        rationale: z.string().trim().min(1).max(400),
      }),
    )
    .length(QUESTION_IDS.length)
    .refine(coversEachSlot, "each of the three ids exactly once"),
  revised_patches: z.array(patch).max(20).default([]),
})

export interface QaAnswer {
  readonly id: QuestionId
  /** Whether the change deals with it; `gap`: it does not. */
  readonly verdict: "handled" | "gap" | "uncertain"
  /** The line that shows it, as "path:line"; null without one. */
  readonly evidence_loc: string | null
  /** Why, at most 400 characters. */
  readonly rationale: string
}
export type RevisedPatch = z.output<typeof patch>

function coversEachSlot(items: ReadonlyArray<{ readonly id: QuestionId }>): boolean {
  return new Set(items.map((item) => item.id)).size === QUESTION_IDS.length
}
