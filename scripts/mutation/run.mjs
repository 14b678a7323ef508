import { relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { Stryker } from "@stryker-mutator/core"
import { equivalents } from "./equivalents.mjs"
import { EXCLUSIONS } from "./exclusions.mjs"
import { noteReport } from "./last_report.mjs"
import { isGreen, renderReport } from "./report.mjs"
import { scoreOf } from "./score.mjs"
import { mutableRanges, PARTS, sourceFiles, THRESHOLDS } from "./sources.mjs"
import { strykerOptions } from "./stryker.config.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const USAGE = `npm run mutation                        mutates evidence/ and stall/, an hour or two on one core
npm run mutation -- --only evidence     one of them, or a file or folder in them
npm run mutation -- --fresh             also what has not changed since the last run
npm run mutation -- --concurrency 2     workers; the default is 1
npm run mutation -- --json              the report as JSON, nothing else`

process.chdir(root)
process.exitCode = await main().catch((error) => {
  console.error(error.message)
  return 2
})

async function main() {
  const { values, misuse } = readArguments()
  if (misuse !== undefined) {
    console.error(`${misuse}\n\n${USAGE}`)
    return 2
  }
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const files = sourceFiles(root, values.only)
  if (files.length === 0) {
    console.error(
      `--only: nothing to mutate in "${values.only}"; there are ${PARTS.join(", ")}, and paths in them`,
    )
    return 2
  }
  const scored = []
  for (const part of PARTS) {
    const ours = files.filter((file) => file.part === part)
    const mutate = ours.flatMap((file) => mutableRanges(file, EXCLUSIONS))
    if (mutate.length > 0) scored.push(...scoreOf(ours, await mutantsOf(part, mutate, values), equivalents))
  }
  const report = { thresholds: THRESHOLDS, files: scored }
  const whole = values.only === undefined ? PARTS : PARTS.filter((part) => part === values.only)
  noteReport(root, whole, report)
  console.log(values.json ? JSON.stringify(report) : renderReport(report))
  return isGreen(report) ? 0 : 1
}

function readArguments() {
  const options = {
    only: { type: "string" },
    fresh: { type: "boolean" },
    json: { type: "boolean" },
    concurrency: { type: "string" },
    help: { type: "boolean", short: "h" },
  }
  try {
    const { values } = parseArgs({ options })
    const concurrency = Number(values.concurrency ?? 1)
    const misuse = concurrency >= 1 ? undefined : "--concurrency: expected a number of workers, at least 1"
    return { values: { ...values, concurrency }, misuse }
  } catch (error) {
    return { values: {}, misuse: error.message }
  }
}

/** Runs Stryker on one folder, with the tests of that folder; gives every mutant and what became of it. */
async function mutantsOf(part, mutate, { json, fresh, concurrency }) {
  process.env.PROOFLOOP_MUTATION = part
  const options = strykerOptions({ part, mutate, fresh, concurrency, isQuiet: json })
  const mutants = await new Stryker(options).runMutationTest()
  return mutants.map((mutant) => ({ ...mutant, path: relative(root, mutant.fileName).split(sep).join("/") }))
}
