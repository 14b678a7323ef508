import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { resolve } from "node:path"
import {
  runSuite,
  type Implementation,
  ourProcesses,
  stdioProcesses,
  type Preset,
  type Case,
  casesDirectory,
  loadCases,
} from "@proofloop/conformance"
import { type CaseOutcome, loadPreset, type Suite } from "@proofloop/conformance/internal"
import { thrownMessage } from "@proofloop/foundation/errors"
import { fileErrorReason } from "@proofloop/foundation/files"
import { cutCodePoints } from "@proofloop/foundation/text"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { readReports } from "./reports.ts"
import { splitCommand } from "./split_command.ts"

/** Runs the suite. Exit code 1 if a case failed, 2 if there is nothing to run or nothing to ask. */
export async function runConformance(input: Input, io: Io): Promise<number> {
  const writeReports = readReports(input, io)
  const filter = input.text("filter")
  const preset = await readPreset(input.text("preset"), io)
  const opening = openImplementations(input, io)
  try {
    const [cases, implementation] = await Promise.all([chooseCases(input), opening])
    const progress = createProgress(cases.length, io)
    const result = await runSuite({
      cases,
      implementation,
      on_outcome: (outcome) => progress.see(outcome),
      ...(filter === undefined ? {} : { filter }),
      ...(preset === undefined ? {} : { preset }),
    })
      .catch((error: unknown) => {
        throw new Misuse(`conformance: ${thrownMessage(error)}`)
      })
      .finally(() => progress.end())
    writeReports(result)
    return result.failed === 0 ? EXIT_CODES.clean : EXIT_CODES.findings
  } finally {
    const opened = await opening.catch(() => [])
    await Promise.all(opened.map(async (implementation) => implementation.close()))
  }
}

const MOST_PROCESSES = 4

/** A forged run builds and tests a small project several times, perhaps on a busy machine. */
const LONGEST_FORGED_RUN_MS = 600_000

/** Opens `--implementation`, or `--processes` of our own: by default one, and for golden cases one a core, up to 4. */
async function openImplementations(
  input: Input,
  { cwd }: Pick<Io, "cwd">,
): Promise<readonly Implementation[]> {
  const line = input.text("implementation")
  const processes = readCount(input, "processes")
  if (line === undefined) {
    const is_long = input.text("filter") === undefined && suitesOf(input).includes("golden")
    return ourProcesses(processes ?? (is_long ? Math.min(MOST_PROCESSES, availableParallelism()) : 1))
  }
  const command = splitCommand(line)
  try {
    const is_slow = suitesOf(input).includes("forged")
    const patience = is_slow ? { timeout_ms: LONGEST_FORGED_RUN_MS } : {}
    return await stdioProcesses(processes ?? 1, { command, cwd, ...patience })
  } catch (error) {
    throw new Misuse(`--implementation: ${thrownMessage(error)}`)
  }
}

const EVERY_MS = 80

interface Progress {
  see(outcome: CaseOutcome): void
  end(): void
}

/** One line on the terminal behind stderr that is rewritten again and again; nothing without a terminal. */
function createProgress(total: number, { stderr }: Pick<Io, "stderr">): Progress {
  let [done, failed, drawn_at, is_drawn] = [0, 0, 0, false]
  return {
    see({ id, status }) {
      done += 1
      if (status === "failed") failed += 1
      const now = performance.now()
      if (!stderr.is_terminal || now - drawn_at < EVERY_MS) return
      ;[drawn_at, is_drawn] = [now, true]
      const line = ` ${done} of ${total} cases, ${failed} failed  ${id}`
      stderr.write(`\r\u001b[K${cutCodePoints(line, (stderr.columns || 80) - 1)}`)
    },
    end() {
      if (is_drawn) stderr.write("\r\u001b[K")
      is_drawn = false
    },
  }
}

/** A file of options, or the name of a shipped preset. Throws Misuse. */
async function readPreset(given: string | undefined, { cwd }: Pick<Io, "cwd">): Promise<Preset | undefined> {
  if (given === undefined) return undefined
  const { presetNames, resolvePreset } = await import("@proofloop/presets")
  const file = resolve(cwd, given)
  if (!existsSync(file)) {
    if (presetNames.some((name) => name === given))
      return JSON.parse(JSON.stringify(resolvePreset(given))) as Preset
    throw new Misuse(`--preset: no file ${file}, and no preset of that name`, {
      name: given,
      known: presetNames,
    })
  }
  try {
    return await loadPreset(file)
  } catch (error) {
    throw new Misuse(`--preset: ${fileErrorReason(error)}`)
  }
}

/** The cases that `--suite`, `--filter` and `--skip` leave, sorted by id within their suite. */
async function chooseCases(input: Input): Promise<readonly Case[]> {
  const [filter, skip] = [input.text("filter"), input.texts("skip")]
  const loaded = await Promise.all(
    suitesOf(input).map(async (suite) => loadCases(casesDirectory(suite), filter)),
  )
  return loaded
    .flat()
    .filter(({ id, requirement }) => !skip.some((text) => id.includes(text) || requirement.includes(text)))
}

/** Another implementation, and a preset, must keep the promises; golden answers are for ours alone. */
function suitesOf(input: Input): readonly Suite[] {
  const suite = input.text("suite")
  if (suite === "promises" || suite === "golden" || suite === "forged") return [suite]
  if (suite === "all") return ["promises", "golden"]
  const is_ours = input.text("implementation") === undefined && input.text("preset") === undefined
  return is_ours ? ["promises", "golden"] : ["promises"]
}
