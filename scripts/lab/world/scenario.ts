import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { parse } from "yaml"
import { z } from "zod"
import { Misuse } from "../figures/misuse.ts"
import { editSchema } from "./bug.ts"

const scenarioSchema = z.strictObject({
  name: z.string(),
  /** Programs that must be on the PATH. */
  needs: z.array(z.string()).default([]),
  /** The edit that brings the bug in; committed on the main branch of a copy. */
  bug: editSchema,
  feedback: z.string(),
  /** More options of `feedback process` and `verify`, such as --setup. */
  options: z.array(z.string()).default([]),
  replies: z.strictObject({
    triage: z.record(z.string(), z.unknown()),
    plan: z.record(z.string(), z.unknown()),
    edits: z.array(editSchema),
    test: z.strictObject({ path: z.string(), content: z.string() }),
  }),
})

/** A bug in a repository, the feedback about it, and what the model answers. */
export type Scenario = z.output<typeof scenarioSchema>

/** Reads a scenario of YAML or JSON. Throws Misuse for a file that is not there or of another shape. */
export function loadScenario(file: string): Scenario {
  return loadYaml("--scenario", file, scenarioSchema)
}

/** Reads what an option names, YAML or JSON of this shape. Throws Misuse for a file that is not there or of another shape. */
export function loadYaml<Schema extends z.ZodType>(
  option: string,
  file: string,
  schema: Schema,
): z.output<Schema> {
  try {
    return schema.parse(parse(readFileSync(file, "utf8")))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Misuse(`${option}: ${file}: ${reason}`, { cause: error })
  }
}

/** The programs that a scenario needs and this machine does not have. */
export function missingPrograms({ needs }: Pick<Scenario, "needs">): readonly string[] {
  return needs.filter((name) => spawnSync(name, ["--version"], { stdio: "ignore" }).error !== undefined)
}
