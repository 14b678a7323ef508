import { relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { Stryker } from "@stryker-mutator/core"
import { equivalents } from "./equivalents.mjs"
import { EXCLUSIONS } from "./exclusions.mjs"
import { isGreen, renderReport } from "./report.mjs"
import { sampleOf } from "./sample.mjs"
import { scoreOf } from "./score.mjs"
import { mutableRanges, PARTS, sourceFiles, THRESHOLDS } from "./sources.mjs"
import { strykerOptions } from "./stryker.config.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const USAGE = `npm run mutation                        mutates evidence/ and stall/, some hours on one core
npm run mutation -- --only evidence     one of them, or a file or folder in them
npm run mutation -- --sample 300        so many mutants of each folder, by chance, in minutes
npm run mutation -- --seed 2            others; the default is 1
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
    if (mutate.length === 0) continue
    const mutants = await mutantsOf(part, mutate, values)
    scored.push(...scoreOf(ours, mutants, equivalents, values.sample))
  }
  const { sample } = values
  const report = { thresholds: THRESHOLDS, files: scored, ...(sample && { sample }) }
  console.log(values.json ? JSON.stringify(report) : renderReport(report))
  return isGreen(report) ? 0 : 1
}

function readArguments() {
  const options = {
    only: { type: "string" },
    fresh: { type: "boolean" },
    sample: { type: "string" },
    seed: { type: "string" },
    json: { type: "boolean" },
    concurrency: { type: "string" },
    help: { type: "boolean", short: "h" },
  }
  try {
    const { values } = parseArgs({ options })
    const concurrency = Number(values.concurrency ?? 1)
    const size = values.sample === undefined ? undefined : Number(values.sample)
    const sample = size === undefined ? undefined : { size, seed: values.seed ?? "1" }
    return { values: { ...values, concurrency, sample }, misuse: misuseOf(concurrency, size, values.seed) }
  } catch (error) {
    return { values: {}, misuse: error.message }
  }
}

function misuseOf(concurrency, size, seed) {
  if (!(concurrency >= 1)) return "--concurrency: expected a number of workers, at least 1"
  if (size !== undefined && !(Number.isInteger(size) && size >= 1))
    return "--sample: expected a number of mutants, at least 1"
  return seed !== undefined && size === undefined ? "--seed: expected --sample beside it" : undefined
}

/** Runs Stryker on one folder, with the tests of that folder; gives every mutant, or those of the sample, and what became of it. */
async function mutantsOf(part, mutate, { json, fresh, concurrency, sample }) {
  process.env.PROOFLOOP_MUTATION = JSON.stringify({ part, sample })
  const isIncremental = sample === undefined
  const options = strykerOptions({ part, mutate, fresh, concurrency, isQuiet: json, isIncremental })
  const all = await new Stryker(options).runMutationTest()
  const ids = all.filter(({ status }) => status !== "Ignored").map(({ id }) => id)
  const chosen = sample && sampleOf(ids, sample)
  const mutants = chosen ? all.filter(({ id }) => chosen.has(id)) : all
  return mutants.map((mutant) => ({ ...mutant, path: relative(root, mutant.fileName).split(sep).join("/") }))
}
