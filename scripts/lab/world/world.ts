import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { Misuse } from "../command/misuse.ts"
import type { Report } from "../command/tool.ts"
import type { Carried } from "./carried.ts"
import { carryFeedback } from "./carry_feedback.ts"
import { carryRun } from "./carry_run.ts"
import { loadScenario, missingPrograms } from "./scenario.ts"

interface Asked {
  readonly repository: string
  readonly scenario: string
  readonly unsafe_host_runner: boolean
  readonly keep: boolean
}

/** Carries a scenario over a real repository to its verified end, through a killed process and a fresh clone. */
export async function world({
  repository,
  scenario: file,
  unsafe_host_runner,
  keep,
}: Asked): Promise<Report> {
  const scenario = loadScenario(file)
  const missing = missingPrograms(scenario)
  if (missing.length > 0) throw new Misuse(`--scenario: it needs ${missing.join(" and ")}`)
  const folder = await mkdtemp(join(tmpdir(), "proofloop world "))
  const options = unsafe_host_runner ? ["--unsafe-host-runner"] : []
  try {
    const place = { repository: resolve(repository), folder, options }
    const carried =
      "subtasks" in scenario ? await carryRun(scenario, place) : await carryFeedback(scenario, place)
    return { passed: carried.is_done, text: textOf(scenario.name, carried), data: carried }
  } finally {
    if (keep) console.error(folder)
    else await rm(folder, { recursive: true, force: true })
  }
}

function textOf(name: string, { steps, end, merged_files }: Carried): string {
  const lines = steps.flatMap(({ name: step, ended, ms, output }) => [
    `${step.padEnd(26)} ${String(ended).padEnd(8)} ${(ms / 1000).toFixed(1)} s`,
    output.trimEnd().replaceAll(/^/gm, "    "),
  ])
  return [...lines, `${name}: ${end}, merged ${merged_files.join(", ") || "nothing"}`].join("\n")
}
