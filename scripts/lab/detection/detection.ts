import { Misuse } from "../command/misuse.ts"
import type { Report } from "../command/tool.ts"
import { ablate } from "./ablation.ts"
import { contestants, fromPreset } from "./contestant.ts"
import { readLabelledRuns } from "./labelled_runs.ts"
import { realGemini } from "./real_gemini.ts"
import { scoreOf } from "./scoring.ts"
import { standingOf } from "./standing.ts"
import { tables } from "./tables.ts"

interface Asked {
  readonly data: string
  readonly samples: number
  readonly gemini_core: string | undefined
}

/** Every detector over the same labelled runs. Throws Misuse for a folder without any. */
export async function detection({ data, samples, gemini_core }: Asked): Promise<Report> {
  const all = await readLabelledRuns(data)
  if (all === null)
    throw new Misuse(`--data: ${data} holds no trajectories/trajectories.jsonl with labels.jsonl`)
  // The product's meter leaves out what the reader was not sure of.
  const runs = all.filter((run) => scoreOf({ run, trips: [] }) !== null)
  const real = gemini_core === undefined ? null : await realGemini(gemini_core)
  const standings = []
  for (const one of real === null ? contestants : [...contestants, real])
    standings.push(await standingOf(runs, one, samples))
  const ablated = await ablate(runs, fromPreset("evidence"))
  const stalled = runs.filter(({ label }) => label.label !== "none").length
  const head = `${runs.length} runs scored, ${stalled} of them stalled, first trip only, ${samples} resamples.`
  return {
    passed: true,
    text: `${head}\n\n${tables(standings, ablated)}`,
    data: { runs: runs.length, stalled, samples, standings, ablated },
  }
}
