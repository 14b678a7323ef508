import { type MetricReport, reportJson } from "@proofloop/jobs/internal/pipeline"
import { analyse, reportPage, reportText } from "@proofloop/jobs/pipeline"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { untilStopped } from "../replay/until_stopped.ts"
import { type FlagNames, inFlags } from "../verdicts/flag_names.ts"
import { readPlace } from "./repository.ts"
import { requireRun } from "./require_run.ts"
import { withFoundRuns } from "./store.ts"
import { writeOut } from "./write_out.ts"

/** `pipeline analyse`: the analysers' findings in a repository, which is only read. */
export async function analyseRepository(input: Input, io: Io): Promise<number> {
  const format = readFormat(input)
  const root = await readRoot(input, io)
  const more = input.config.plugins.flatMap(({ analysers = [] }) => analysers)
  const reports: MetricReport[] = []
  await untilStopped(io, async (signal) => {
    const commit = input.text("commit")
    reports.push(await inFlags(ANALYSE_FLAGS, () => analyse(root, { commit, signal, analysers: more })))
  })
  const [report] = reports
  if (report === undefined) {
    io.stderr.write("Stopped: nothing was analysed.\n")
    return EXIT_CODES.aborted
  }
  await tell(report, format, input, io)
  return report.metrics.some(({ status }) => status === "fail") ? EXIT_CODES.findings : EXIT_CODES.clean
}

/** `pipeline report`: the analysers' findings when a run began, or on the head of its work. */
export async function showReport(input: Input, io: Io): Promise<number> {
  const [id = ""] = input.positionals
  const format = readFormat(input)
  return withFoundRuns(input, io, async (runs) => {
    const { state, work } = await requireRun(runs, id)
    const report = input.flag("after") ? work.report_after : work.report
    if (report === undefined)
      throw new Misuse(`${id} is ${state}: ${input.flag("after") ? "its work" : "it"} was not analysed yet`)
    await tell(report, format, input, io)
    return EXIT_CODES.clean
  })
}

async function readRoot(input: Input, io: Io): Promise<string> {
  const { url, kind } = await readPlace(input.positionals[0] ?? ".", io)
  if (kind === "github") throw new Misuse(`REPO: analyse reads files on this machine: clone ${url} first`)
  if (kind === "bare") throw new Misuse(`REPO: ${url} is a bare repository: give a checkout of it`)
  return url
}

const ANALYSE_FLAGS: FlagNames = { root: { flag: "REPO" }, commit: { flag: "--commit" } }

const renderers = { text: reportText, json: reportJson, html: reportPage } as const

type Format = keyof typeof renderers

function readFormat(input: Input): Format {
  return input.json ? "json" : input.format === "html" ? "html" : "text"
}

async function tell(report: MetricReport, format: Format, input: Input, io: Io): Promise<void> {
  const text = renderers[format](report)
  const out = input.text("out")
  if (out === undefined) io.stdout.write(text)
  else await writeOut(out, text, { flag: "--out", io })
}
