import { writeFileSync } from "node:fs"
import { SCORED_CONFIDENCE } from "../../../../packages/replay/src/meter/score.ts"
import { commandLine, wholeNumber } from "../../command_line.ts"
import { Misuse } from "../../figures/misuse.ts"
import { ablate } from "./ablation.ts"
import { contestants, fromPreset } from "./contestant.ts"
import { readLabelledRuns } from "./labelled_runs.ts"
import { realGemini } from "./real_gemini.ts"
import { standingOf } from "./standing.ts"
import { tables } from "./tables.ts"

const USAGE = `npm run bench:detection -- --data DIR [--json FILE] [--markdown FILE] [--samples N] [--gemini-core DIR]

DIR holds trajectories/trajectories.jsonl and trajectories/labels.jsonl: recorded runs in the plain format, and what a reader
says of each. Every detector sees the same runs; which calls edit, check and fail is judged once for all. Only a run's first
trip counts, labels of confidence below ${SCORED_CONFIDENCE} are left out.
--gemini-core DIR: a folder in which @google/gemini-cli-core is installed, to run the real one beside its re-statement.`

const OPTIONS = {
  data: { type: "string" },
  json: { type: "string" },
  markdown: { type: "string" },
  samples: { type: "string", default: "2000" },
  "gemini-core": { type: "string", default: "." },
} as const

await commandLine(USAGE, OPTIONS, async (values) => {
  if (values.data === undefined) throw new Misuse("--data is missing")
  const all = await readLabelledRuns(values.data)
  if (all === null)
    throw new Misuse(`${values.data} holds no trajectories/trajectories.jsonl with labels.jsonl`)
  const runs = all.filter(({ label }) => label.confidence >= SCORED_CONFIDENCE)
  const real = await realGemini(values["gemini-core"])
  const samples = wholeNumber("--samples", values.samples, 1)
  const standings = [...contestants, ...(real === null ? [] : [real])].map((one) =>
    standingOf(runs, one, samples),
  )
  const ablated = ablate(runs, fromPreset("evidence"))
  const stalled = runs.filter(({ label }) => label.label !== "none").length
  const head = `${runs.length} runs scored, ${stalled} of them stalled, first trip only, ${samples} resamples.`
  const text = `${head}\n\n${tables(standings, ablated)}\n`
  console.log(text)
  if (values.markdown !== undefined) writeFileSync(values.markdown, text)
  if (values.json !== undefined) {
    writeFileSync(
      values.json,
      `${JSON.stringify({ runs: runs.length, stalled, samples, standings, ablated }, null, 2)}\n`,
    )
  }
  return 0
})
