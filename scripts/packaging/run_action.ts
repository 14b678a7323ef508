import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { parse } from "yaml"
import { z } from "zod"
import { cleanEnvironment, run } from "../child.mjs"

const actionSchema = z.object({
  inputs: z.record(
    z.string(),
    z.object({ required: z.boolean().optional(), default: z.string().optional() }),
  ),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({
    using: z.literal("composite"),
    steps: z.array(
      z.object({
        id: z.string(),
        shell: z.literal("bash"),
        "working-directory": z.string(),
        env: z.record(z.string(), z.string()),
        run: z.string(),
      }),
    ),
  }),
})

/** What a job would have of an action: the exit code of the step that failed, else 0, all that was printed, and its outputs. */
export interface ActionRun {
  readonly code: number
  readonly output: string
  readonly summary: string
  readonly outputs: Readonly<Record<string, string>>
}

/**
 * Runs the steps of a composite action as scripts, below `folder`, as a runner does; `github` is what GitHub says of the event.
 * Throws for an input it does not have, or lacks.
 */
export async function runAction(
  file: string,
  folder: string,
  given: Readonly<Record<string, string>>,
  github: Readonly<Record<string, string>> = {},
): Promise<ActionRun> {
  const action = actionSchema.parse(parse(readFileSync(file, "utf8")))
  const temporary = mkdtempSync(join(tmpdir(), "proofloop action "))
  const summary = join(temporary, "summary.md")
  writeFileSync(summary, "")
  const values = new Map(
    Object.entries(inputsOf(action, given)).map(([name, text]) => [`inputs.${name}`, text]),
  )
  let printed = ""
  let exit_code = 0
  for (const { id, env, run: script, "working-directory": place } of action.runs.steps) {
    const outputs = join(temporary, `${id}.outputs`)
    writeFileSync(outputs, "")
    const { code, output } = await run("bash", ["-e", "-o", "pipefail", "-c", script], {
      cwd: join(folder, fill(place, values)),
      env: {
        ...cleanEnvironment(),
        ...github,
        ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, fill(text, values)])),
        RUNNER_TEMP: temporary,
        GITHUB_ACTION_PATH: dirname(file),
        GITHUB_OUTPUT: outputs,
        GITHUB_STEP_SUMMARY: summary,
      },
      timeout: 300_000,
    })
    printed += output
    exit_code = code
    for (const [, name = "", text = ""] of readFileSync(outputs, "utf8").matchAll(/^(\w+)=(.*)$/gm)) {
      values.set(`steps.${id}.outputs.${name}`, text)
    }
    if (code !== 0) break
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value, values)])
  return {
    code: exit_code,
    output: printed,
    summary: readFileSync(summary, "utf8"),
    outputs: Object.fromEntries(outputs),
  }
}

function inputsOf({ inputs }: z.infer<typeof actionSchema>, given: Readonly<Record<string, string>>) {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(inputs, name))
  if (unknown !== undefined) throw new Error(`the action has no input ${unknown}`)
  return Object.fromEntries(
    Object.entries(inputs).map(([name, { required, default: text = "" }]) => {
      if (required === true && given[name] === undefined)
        throw new Error(`the action lacks its input ${name}`)
      return [name, given[name] ?? text]
    }),
  )
}

/** An output that was not written is empty, as on GitHub. */
export function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name: string) => values.get(name) ?? "")
}
