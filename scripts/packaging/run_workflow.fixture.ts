import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parse } from "yaml"
import { z } from "zod"
import { cleanEnvironment, run } from "../child.mjs"
import { root } from "../setup.mjs"
import { fill, runAction } from "./run_action.ts"

const texts = z.record(z.string(), z.coerce.string()).default({})
const stepSchema = z.union([
  z.strictObject({ uses: z.string(), id: z.string().optional(), with: texts }),
  z.strictObject({
    if: z.literal("${{ !cancelled() }}"),
    shell: z.literal("bash"),
    env: texts,
    run: z.string(),
  }),
])
const workflowSchema = z.object({
  jobs: z.record(z.string(), z.object({ steps: z.array(stepSchema) })),
})

/** What the only job of a workflow comes to: 1 when a step failed, else 0, and the summaries that its steps wrote. */
export interface WorkflowRun {
  readonly code: number
  readonly output: string
  readonly summary: string
}

/**
 * Runs the steps of a workflow as scripts in `folder`, which is what `actions/checkout` leaves. Of the actions it uses, ours run as
 * they are in this repository; the rest prepare what is there. Throws for a workflow of more jobs, or with what it does not know.
 */
export async function runWorkflow(
  file: string,
  folder: string,
  github: Readonly<Record<string, string>>,
): Promise<WorkflowRun> {
  const [job, ...more] = Object.values(workflowSchema.parse(parse(readFileSync(file, "utf8"))).jobs)
  if (job === undefined || more.length > 0) throw new Error("expected a workflow of one job")
  const values = new Map<string, string>()
  const ran = []
  for (const step of job.steps) {
    if ("run" in step) {
      ran.push(await runScript(step, folder, values))
      continue
    }
    const { path } = /^OWNER\/proofloop\/(?<path>[^@]+)@/.exec(step.uses)?.groups ?? {}
    if (path === undefined) continue
    const action = await runAction(join(root, path, "action.yml"), folder, step.with, github)
    for (const [name, text] of Object.entries(action.outputs))
      values.set(`steps.${step.id}.outputs.${name}`, text)
    ran.push(action)
  }
  return {
    code: ran.some(({ code }) => code !== 0) ? 1 : 0,
    output: ran.map(({ output }) => output).join(""),
    summary: ran.map(({ summary }) => summary).join(""),
  }
}

async function runScript(
  step: { readonly env: Readonly<Record<string, string>>; readonly run: string },
  folder: string,
  values: ReadonlyMap<string, string>,
): Promise<WorkflowRun> {
  const summary = join(mkdtempSync(join(tmpdir(), "proofloop workflow ")), "summary.md")
  writeFileSync(summary, "")
  const filled = Object.entries(step.env).map(([name, text]) => [name, fill(text, values)])
  const { code, output } = await run("bash", ["-e", "-o", "pipefail", "-c", fill(step.run, values)], {
    cwd: folder,
    env: { ...cleanEnvironment(), ...Object.fromEntries(filled), GITHUB_STEP_SUMMARY: summary },
    timeout: 300_000,
  })
  return { code, output, summary: readFileSync(summary, "utf8") }
}
