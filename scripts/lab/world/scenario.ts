import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { parse } from "yaml"
import { z } from "zod"
import { Misuse } from "../command/misuse.ts"
import { editSchema } from "./bug.ts"

const both = {
  name: z.string(),
  /** Programs that must be on the PATH. */
  needs: z.array(z.string()).default([]),
  /** The edit that brings the bug in; committed on the main branch of a copy. */
  bug: editSchema,
  /** More options of the command that works, such as --setup. */
  options: z.array(z.string()).default([]),
}

const feedbackSchema = z.strictObject({
  ...both,
  feedback: z.string(),
  replies: z.strictObject({
    triage: z.record(z.string(), z.unknown()),
    plan: z.record(z.string(), z.unknown()),
    edits: z.array(editSchema),
    test: z.strictObject({ path: z.string(), content: z.string() }),
  }),
})

const runSchema = z.strictObject({
  ...both,
  /** What the planner plans and the worker does; one that the plan has beside these is left as it is. */
  subtasks: z
    .array(
      z.strictObject({
        /** The worker knows a subtask by it. */
        title: z.string(),
        description: z.string(),
        edits: z.array(editSchema).min(1),
        says: z.string(),
      }),
    )
    .min(1),
})

/** A bug in a repository, the feedback about it, and what the model answers. */
export type FeedbackScenario = z.output<typeof feedbackSchema>

/** What a run of the pipeline is to do in a repository, and what its models answer. */
export type RunScenario = z.output<typeof runSchema>

/** Reads a scenario of YAML or JSON. Throws Misuse for a file that is not there or of another shape. */
export function loadScenario(file: string): FeedbackScenario | RunScenario {
  try {
    const content: unknown = parse(readFileSync(file, "utf8"))
    const is_run = typeof content === "object" && content !== null && "subtasks" in content
    return is_run ? runSchema.parse(content) : feedbackSchema.parse(content)
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Misuse(`--scenario: ${file}: ${reason}`, { cause: error })
  }
}

/** The programs that a scenario needs and this machine does not have. */
export function missingPrograms({ needs }: Pick<RunScenario, "needs">): readonly string[] {
  return needs.filter((name) => spawnSync(name, ["--version"], { stdio: "ignore" }).error !== undefined)
}
