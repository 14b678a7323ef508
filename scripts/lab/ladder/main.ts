// npm run ladder: small repositories with known bugs, worked off with and without the gate, and scored.
import { type Model, openAICompatible } from "@proofloop/runtime"
import { commandLine, wholeNumber } from "../command_line.ts"
import { Misuse } from "../figures/misuse.ts"
import { climb } from "./climb.ts"
import { loadRungs, missingToolchain } from "./rung.ts"
import { type Scorecard, writeScorecard } from "./scorecard.ts"

const USAGE = `npm run ladder                              every rung, without the gate and with it, by the scripted weak worker
npm run ladder -- --rung 3                  one rung
npm run ladder -- --runs 5 --gate on        so many runs
npm run ladder -- --base-url URL --model M  a real model at an OpenAI-compatible endpoint (key: OPENAI_API_KEY)
npm run ladder -- --out DIR                 a scorecard of each run, written once and never over another
npm run ladder -- --json                    one scorecard a line on stdout

Exit code 0 when every run with the gate ends with passing tests, else 1. A rung whose toolchain is absent is skipped aloud.`

const OPTIONS = {
  rung: { type: "string" },
  runs: { type: "string", default: "1" },
  gate: { type: "string", default: "both" },
  model: { type: "string" },
  "base-url": { type: "string" },
  out: { type: "string" },
  json: { type: "boolean", default: false },
} as const

await commandLine(USAGE, OPTIONS, async (values) => {
  const runs = wholeNumber("--runs", values.runs, 1)
  const gates = gatesOf(values.gate)
  const wanted = values.rung === undefined ? null : wholeNumber("--rung", values.rung, 0)
  const rungs = loadRungs().filter(({ number }) => wanted === null || number === wanted)
  if (rungs.length === 0) throw new Misuse(`--rung: there is no rung ${values.rung}`)
  const model = modelOf(values.model, values["base-url"])
  let is_green = true
  for (const rung of rungs) {
    const missing = missingToolchain(rung)
    if (missing !== null) {
      console.error(`rung ${rung.number}: skipped, ${missing} is not here`)
      continue
    }
    for (const gate of gates) {
      for (let run = 1; run <= runs; run += 1) {
        const card = await climb(rung, { gate, run, model })
        if (gate === "on" && card.test_health !== "pass") is_green = false
        console.log(values.json ? JSON.stringify(card) : lineOf(card))
        if (values.out !== undefined) console.error(writeScorecard(values.out, card))
      }
    }
  }
  return is_green ? 0 : 1
})

function lineOf(card: Scorecard): string {
  const {
    rung,
    gate,
    run,
    test_health,
    patch_coverage,
    omega,
    subtasks,
    failing_tests,
    events,
    turns,
    rejections,
    false_rejections,
    duration_ms,
  } = card
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

function gatesOf(text: string): ReadonlyArray<"on" | "off"> {
  if (text === "on" || text === "off") return [text]
  if (text === "both") return ["off", "on"]
  throw new Misuse(`--gate: expected on, off or both, got "${text}"`)
}

function modelOf(model: string | undefined, base_url: string | undefined): Model | undefined {
  if (model === undefined && base_url === undefined) return undefined
  if (model === undefined || base_url === undefined) throw new Misuse("--model and --base-url go together")
  const api_key = process.env["OPENAI_API_KEY"]
  return openAICompatible({ base_url, model, ...(api_key === undefined ? {} : { api_key }) })
}
