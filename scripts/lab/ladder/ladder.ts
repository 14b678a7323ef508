import { type Model, openAICompatible } from "@proofloop/runtime"
import { Misuse } from "../command/misuse.ts"
import type { Report } from "../command/tool.ts"
import { climb } from "./climb.ts"
import { loadRungs, missingToolchain } from "./rung.ts"
import { type Scorecard, writeScorecard } from "./scorecard.ts"

interface Asked {
  readonly rung: number | undefined
  readonly runs: number
  readonly gate: "on" | "off" | "both"
  readonly model: string | undefined
  readonly base_url: string | undefined
  readonly scorecards: string | undefined
}

/** Works the rungs off with and without the gate. Passed when every run with the gate ends with passing tests. */
export async function ladder(asked: Asked): Promise<Report> {
  const rungs = loadRungs().filter(({ number }) => asked.rung === undefined || number === asked.rung)
  if (rungs.length === 0) throw new Misuse(`--rung: there is no rung ${asked.rung}`)
  const model = modelOf(asked.model, asked.base_url)
  const cards: Scorecard[] = []
  const skipped: string[] = []
  for (const rung of rungs) {
    const missing = missingToolchain(rung)
    if (missing !== null) {
      skipped.push(`rung ${rung.number}: skipped, ${missing} is not here`)
      continue
    }
    for (const gate of asked.gate === "both" ? (["off", "on"] as const) : [asked.gate]) {
      for (let run = 1; run <= asked.runs; run += 1) {
        const card = await climb(rung, { gate, run, model })
        console.error(lineOf(card))
        cards.push(card)
        if (asked.scorecards !== undefined) writeScorecard(asked.scorecards, card)
      }
    }
  }
  return {
    passed: cards.every(({ gate, test_health }) => gate === "off" || test_health === "pass"),
    text: [...cards.map(lineOf), ...skipped].join("\n"),
    data: { cards, skipped },
  }
}

function lineOf(card: Scorecard): string {
  const { rung, gate, run, test_health, patch_coverage, omega, subtasks, failing_tests, events } = card
  const { turns, rejections, false_rejections, duration_ms } = card
  const stopped = Object.entries(events).map(([type, count]) => `${type} ${count}`)
  const failing = failing_tests.length === 0 ? "" : ` (${failing_tests.length} failing)`
  const head = `rung ${rung}  gate ${gate.padEnd(3)}  run ${run}  tests ${test_health}${failing}`
  const measures = `coverage ${patch_coverage}  omega ${omega}  subtasks ${subtasks.completed}+/${subtasks.failed}-`
  const judged = `turns ${turns}  rejected ${rejections}, falsely ${false_rejections}`
  return [
    `${head.padEnd(52)} ${measures}  ${judged}  ${duration_ms} ms`,
    ...stopped.map((line) => `    ${line}`),
  ].join("\n")
}

function modelOf(model: string | undefined, base_url: string | undefined): Model | undefined {
  if (model === undefined && base_url === undefined) return undefined
  if (model === undefined || base_url === undefined) throw new Misuse("--model and --base-url go together")
  const api_key = process.env["OPENAI_API_KEY"]
  return openAICompatible({ base_url, model, ...(api_key === undefined ? {} : { api_key }) })
}
