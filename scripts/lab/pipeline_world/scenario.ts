import { z } from "zod"
import { editSchema } from "../world/bug.ts"
import { loadYaml } from "../world/scenario.ts"

export const scenarioSchema = z.strictObject({
  name: z.string(),
  /** Programs that must be on the PATH. */
  needs: z.array(z.string()).default([]),
  /** The edit that brings a bug in; committed on the main branch of a copy. */
  bug: editSchema.optional(),
  /** More options of `pipeline run`, such as --setup. */
  options: z.array(z.string()).default([]),
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

/** What is to be done in a repository, and what the models answer. */
export type Scenario = z.output<typeof scenarioSchema>

/** Reads a scenario of YAML or JSON. Throws Misuse for a file that is not there or of another shape. */
export function loadScenario(file: string): Scenario {
  return loadYaml("--scenario", file, scenarioSchema)
}
