import { parseArgs, stripVTControlCharacters } from "node:util"
import { setUp } from "./setup.mjs"
import { suites } from "./steps.mjs"

/** A broken build can repeat itself for megabytes; the end says what matters. */
const LONGEST_OUTPUT = 100_000

const { values, positionals: filters, misuse } = readArguments()

const suite = values.suite ?? "test"
const command = suite === "test" ? "npm test" : `npm run ${suite}`
const all = suites[suite] ?? []

if (misuse !== undefined || all.length === 0) {
  console.error(misuse ?? `--suite: no "${suite}"; there are ${Object.keys(suites).join(", ")}`)
  process.exitCode = 2
} else if (values.help) {
  const [one] = all.map(({ name }) => name)
  console.log(`${command.padEnd(24)} every step: ${stepNames()}
${`${command} -- --only ${one}`.padEnd(24)} some steps, with commas between them, of other commands as well
${"npm test -- fold patch".padEnd(24)} the test files whose path contains one of these words`)
} else {
  process.exitCode = await main()
}

function readArguments() {
  const options = {
    suite: { type: "string" },
    only: { type: "string", multiple: true },
    help: { type: "boolean", short: "h" },
  }
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return { values: {}, positionals: [], misuse: error.message }
  }
}

async function main() {
  const steps = chooseSteps()
  if (steps === undefined) return 2
  const { problem, environment } = await setUp()
  if (problem !== undefined) {
    console.log(problem)
    console.log("0 passed, 1 failed")
    return 1
  }
  const total = { passed: 0, failed: 0, skipped: 0 }
  const red = []
  for (const [step, measured] of startSteps(steps, environment)) {
    const outcome = await measured()
    const result = tell(step, outcome)
    if (result.failed > 0) red.push(step.name)
    for (const key of Object.keys(total)) total[key] += result[key] ?? 0
  }
  if (red.length > 0)
    console.log(`\nfailed: ${red.join(", ")}; again with: ${command} -- --only ${red.join(",")}`)
  console.log(
    `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`,
  )
  return total.failed > 0 ? 1 : 0
}

/** Words without `--only` are a filter on test files, for which the other steps have no use. */
function chooseSteps() {
  const wanted =
    values.only?.flatMap((names) => names.split(",")) ?? (filters.length > 0 ? ["vitest"] : undefined)
  if (wanted === undefined) return all
  // A step of another command, as `layers` of `npm run check`, has its name there alone.
  const known = [...all, ...Object.values(suites).flat()]
  const chosen = [...new Set(wanted)].map((wantedName) => known.find(({ name }) => name === wantedName))
  if (!chosen.includes(undefined)) return chosen
  const names = [...new Set(known.map(({ name }) => name))]
  console.error(`--only: no step "${wanted[chosen.indexOf(undefined)]}"; there are ${names.join(", ")}`)
  return undefined
}

/** The steps in order, each with what waits for it. Those that may share the machine run two at a time. */
function startSteps(steps, environment) {
  const sharing = steps.filter(({ may_share }) => may_share)
  const queue = sharing.values()
  const measured = new Map()
  const next = async (step) => {
    if (step === undefined) return
    const run = measure(step, environment)
    measured.get(step).resolve(run)
    await run
    await next(queue.next().value)
  }
  for (const step of sharing) measured.set(step, deferred())
  void next(queue.next().value)
  void next(queue.next().value)
  return steps.map((step) => [step, () => measured.get(step)?.promise ?? measure(step, environment)])
}

function deferred() {
  let resolve
  const promise = new Promise((settle) => (resolve = settle))
  return { promise, resolve }
}

async function measure({ name, run }, environment) {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K      ${name} ...`)
  const start = performance.now()
  const env = { ...environment, CI: "1", NO_COLOR: "1" }
  const result = await run({ env, filters }).catch((error) => ({ passed: 0, failed: 1, output: error.stack }))
  return { result, seconds: ((performance.now() - start) / 1000).toFixed(1) }
}

function tell({ name }, { result, seconds }) {
  const line = `${result.failed > 0 ? "FAIL" : "ok  "}  ${name.padEnd(12)} ${seconds.padStart(6)} s  ${result.detail ?? ""}`
  console.log(`${process.stdout.isTTY ? "\r\u001b[K" : ""}${line.trimEnd()}`)
  if (result.failed > 0)
    console.log(`\n${stripVTControlCharacters(result.output.trim().slice(-LONGEST_OUTPUT))}\n`)
  return result
}

function stepNames() {
  return all.map(({ name }) => name).join(", ")
}
