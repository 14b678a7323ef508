import { oneLine } from "@proofloop/foundation/text"
import {
  checkVerifierOptions,
  evaluateConsensus,
  isFixtureError,
  loadBuilds,
  loadFixtures,
  evaluateVerifiers,
  type VerifierEvaluation,
  CONSENSUS_OUTCOMES,
  type ConsensusEvaluation,
} from "@proofloop/jobs/internal/verifier"
import { givenFolder } from "../arguments/folders.ts"
import { readIds } from "../arguments/ids.ts"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { untilStopped } from "../replay/until_stopped.ts"
import { createStyle, type Style } from "../terminal/style.ts"
import { cutTable, table } from "../terminal/table.ts"
import { inFlags, VERDICT_FLAGS } from "./flag_names.ts"
import { readVerifiers, tellTrouble } from "./models.ts"

/** Measures the decision function, or the verifiers. Exit code 1 for a mismatch; throws Misuse. */
export async function evaluate(input: Input, io: Io): Promise<number> {
  if (input.flag("verifiers")) {
    for (const name of ["fixtures", "min-lenses"]) refuse(input, name, "does not go with --verifiers")
    return measureVerifiers(input, io)
  }
  for (const name of ["builds", "lens", "model", "base-url", "api-key-env", "prompt-dir"]) {
    refuse(input, name, "goes with --verifiers")
  }
  const fixtures_dir = givenFolder(input, "fixtures", io)
  const min_lenses = readCount(input, "min-lenses")
  const measured = await asMisuse(async () => {
    const fixtures = await loadFixtures(fixtures_dir)
    return evaluateConsensus(fixtures, { min_lenses })
  })
  const style = createStyle(io.stdout, io.env)
  io.stdout.write(input.json ? `${JSON.stringify(measured)}\n` : consensusReport(measured, style))
  return measured.ok ? EXIT_CODES.clean : EXIT_CODES.findings
}

function refuse(input: Input, name: string, why: string): void {
  if (input.texts(name).length > 0) throw new Misuse(`--${name} ${why}`)
}

async function asMisuse<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await inFlags(VERDICT_FLAGS, work)
  } catch (error) {
    throw isFixtureError(error) ? new Misuse(`${error.code}: ${oneLine(error.message)}`) : error
  }
}

/** Lets the verifiers judge builds with known faults. Resolves to the exit code; throws Misuse. */
async function measureVerifiers(input: Input, io: Io): Promise<number> {
  const folder = givenFolder(input, "builds", io)
  const only = readIds(input, "lens")
  const verifiers = { ...readVerifiers(input, io), ...(only.length === 0 ? {} : { only }) }
  const builds = await inFlags(VERDICT_FLAGS, async () => {
    checkVerifierOptions({ ...verifiers, root: "." })
    return loadBuilds(folder)
  })
  await input.ready()
  let measured: VerifierEvaluation | null = null
  await untilStopped(io, async (signal) => {
    const result = await inFlags(VERDICT_FLAGS, () =>
      evaluateVerifiers({
        ...verifiers,
        signal,
        on_event: tellTrouble(io),
        builds,
      }),
    )
    if (!signal.aborted) measured = result
  })
  // The compiler does not see an assignment inside a function.
  const done = measured as VerifierEvaluation | null
  if (done === null) {
    io.stderr.write("Stopped: nothing was measured.\n")
    return EXIT_CODES.aborted
  }
  io.stdout.write(
    input.json ? `${JSON.stringify(done)}\n` : verifierReport(done, createStyle(io.stdout, io.env)),
  )
  return done.ok && done.overall.fp === 0 ? EXIT_CODES.clean : EXIT_CODES.findings
}

interface Scores {
  readonly accuracy: number | null
  readonly precision: number | null
  readonly recall: number | null
  readonly fp: number
  readonly fn: number
}

function consensusReport(measured: ConsensusEvaluation, style: Style): string {
  const { rows, confusion } = measured
  const wrong = rows.filter(({ match }) => !match)
  return [
    ...wrong.map(
      ({ fixture, label, outcome, reason }) =>
        `${style.red("MISMATCH")}  ${oneLine(fixture)}: ${label} expected, ${outcome}: ${oneLine(reason)}\n`,
    ),
    `${rows.length} fixtures, ${rows.length - wrong.length} as labelled\n`,
    figures(measured, "missed bad builds"),
    table([
      ["label, outcome", ...CONSENSUS_OUTCOMES],
      ...CONSENSUS_OUTCOMES.map((label) => [
        label,
        ...CONSENSUS_OUTCOMES.map((outcome) => String(confusion[label][outcome])),
      ]),
    ]),
  ].join("")
}

function verifierReport(measured: VerifierEvaluation, style: Style): string {
  const { rows, overall, by_lens } = measured
  const builds = rows.map(({ build, label, verdict, match, said }) => [
    match === true
      ? style.green("ok")
      : style.red(label === "bad" && verdict === "pass" ? "MISSED" : "wrong"),
    oneLine(build),
    label,
    verdict ?? "none",
    oneLine(said),
  ])
  const lenses = Object.entries(by_lens).map(([lens, scores]) => [
    oneLine(lens),
    `recall ${share(scores.recall)}`,
    `precision ${share(scores.precision)}`,
    `${scores.unanswered} unanswered`,
  ])
  return [cutTable(builds, 4, style.width), "\n", figures(overall, "missed bad builds"), table(lenses)].join(
    "",
  )
}

function figures({ accuracy, precision, recall, fp, fn }: Scores, missed: string): string {
  const shares = `accuracy ${share(accuracy)}, precision ${share(precision)}, recall ${share(recall)}`
  return `${shares}\n${missed} ${fn}, good builds held up ${fp}\n`
}

/** What is not defined is said, and never 1. */
function share(value: number | null): string {
  return value === null ? "undefined" : value.toFixed(3)
}
