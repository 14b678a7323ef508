import { isRecord, readMember } from "@proofloop/foundation/text"
import type { KeyPath } from "@proofloop/parsers"
import { loadParsers } from "../../../parsers/load_parsers.ts"

/** A step of a GitHub workflow or of a composite action that runs commands. */
export interface WorkflowStep {
  /** The lines of the step, from 1; the last one belongs to it. */
  readonly from: number
  readonly to: number
  readonly run: string
  /** By the step, its job or the workflow; "" where nothing says it. */
  readonly shell: string
  /** It never runs: `if: false` of the step or its job. */
  readonly is_off: boolean
}

export function isWorkflow(path: string): boolean {
  return /(?:^|\/)\.github\/(?:workflows|actions)\/.{1,200}\.ya?ml$/.test(path)
}

/** The steps of a text that run commands; none where it does not parse. Rejects with UnableError without the parsers. */
export async function workflowSteps(text: string): Promise<readonly WorkflowStep[]> {
  const { parseYamlDocument } = await loadParsers()
  const document = await parseYamlDocument(text, "1.2")
  if (document === null) return []
  const jobs = readMember(document.data, "jobs")
  const lists = isRecord(jobs)
    ? Object.entries(jobs).map(([name, job]) => ({ job, path: ["jobs", name, "steps"] }))
    : [{ job: readMember(document.data, "runs"), path: ["runs", "steps"] }]
  const lineOf = (path: KeyPath) => document.locate(path).line
  const starts = lists.flatMap(({ job, path }) => stepsOf(job).map((_, index) => lineOf([...path, index])))
  const keys = isRecord(jobs) ? Object.keys(jobs).map((name) => lineOf(["jobs", name])) : []
  const ends = [...starts, ...keys, text.split("\n").length + 1]
  return lists.flatMap(({ job, path }) =>
    stepsOf(job).flatMap((step, index): readonly WorkflowStep[] => {
      const run = readMember(step, "run")
      if (typeof run !== "string") return []
      const from = lineOf([...path, index])
      const to = Math.min(...ends.filter((line) => line > from)) - 1
      const shell = [readMember(step, "shell"), shellOf(job), shellOf(document.data)].find(
        (one) => typeof one === "string",
      )
      return [{ from, to, run, shell: String(shell ?? ""), is_off: [job, step].some(isOff) }]
    }),
  )
}

function stepsOf(job: unknown): readonly unknown[] {
  const steps = readMember(job, "steps")
  return Array.isArray(steps) ? steps : []
}

function shellOf(owner: unknown): unknown {
  return readMember(readMember(readMember(owner, "defaults"), "run"), "shell")
}

function isOff(owner: unknown): boolean {
  const condition = readMember(owner, "if")
  return condition === false || (typeof condition === "string" && NEVER.test(condition))
}

const NEVER = /^(?:\$\{\{\s{0,9})?false(?:\s{0,9}\}\})?$/
