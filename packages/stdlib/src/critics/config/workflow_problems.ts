import { isRecord } from "@proofloop/foundation/text"
import type { Position, YamlDocument } from "@proofloop/parsers"
import { loadParsers } from "../../parsers/load_parsers.ts"
import { memberOf } from "./document.ts"
import type { SchemaProblem } from "./schema_problems.ts"

/** A problem with the place GitHub's parser tells. */
export interface PlacedProblem extends SchemaProblem {
  readonly position: Position
}

/** What GitHub would refuse in a workflow, told by its own parser, and numbers in place of commands. */
export async function workflowProblems(
  text: string,
  document: YamlDocument,
): Promise<readonly PlacedProblem[]> {
  const { workflowErrors } = await loadParsers()
  const errors = await workflowErrors(text)
  if (errors === null) return []
  const told = errors.map(({ message, line, column }) => problemAt(document, { line, column }, message))
  return [...told, ...numberCommands(document)]
}

function problemAt(document: YamlDocument, position: Position, message: string): PlacedProblem {
  const path = document.pathAt(position)
  const of_table = /^(?:Required property|There's not enough info)/.test(message)
  const rule = ruleOf(message)
  // What is said of a table stands at its first key.
  return { path: of_table ? path.slice(0, -1) : path, position, rule, message: sentence(message) }
}

function ruleOf(message: string): string {
  if (message.startsWith("Required property")) return "schema_required"
  if (message.startsWith("Unexpected value")) return "schema_unexpected"
  return "schema_workflow"
}

function sentence(message: string): string {
  return `${message.slice(0, 1).toLowerCase()}${message.slice(1)}`.replace(/\.$/, "")
}

/** GitHub takes a number for a text, but no number is a command (`run: 1`). */
function numberCommands(document: YamlDocument): readonly PlacedProblem[] {
  const jobs = memberOf(document.data, "jobs")
  if (!isRecord(jobs)) return []
  return Object.entries(jobs).flatMap(([name, job]) => {
    const steps = memberOf(job, "steps")
    if (!Array.isArray(steps)) return []
    return steps.flatMap((step: unknown, index) => {
      const run = memberOf(step, "run")
      if (typeof run !== "number") return []
      const path = ["jobs", name, "steps", index, "run"]
      const message = `expected a command, got ${run}`
      return [{ path, position: document.locate(path), rule: "schema_type", message }]
    })
  })
}
