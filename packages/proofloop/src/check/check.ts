import { writeFileSync } from "node:fs"
import { fileErrorReason } from "@proofloop/foundation/files"
import { withGitTimeout } from "@proofloop/foundation/git"
import { plural } from "@proofloop/foundation/text"
import { catalogue, type SelectedCritic } from "@proofloop/stdlib/internal/check"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { untilStopped } from "../replay/until_stopped.ts"
import { createStyle, type Style } from "../terminal/style.ts"
import { type Baseline, openBaseline } from "./baseline/open_baseline.ts"
import { writeBaseline } from "./baseline/write_baseline.ts"
import { applyFixes } from "./fix.ts"
import { formatReport } from "./formats.ts"
import { judgeSubject } from "./judge_subject.ts"
import type { CheckReport } from "./report.ts"
import { type CheckSettings, readSettings, selectCritics } from "./settings.ts"
import { type Level, readSeverities } from "./severity.ts"
import { type CheckSubject, openSubject } from "./subject.ts"

/** Judges a change. Resolves to the exit code; throws Misuse or InvalidOptionError. */
export async function checkRepository(input: Input, io: Io): Promise<number> {
  if (input.flag("list")) {
    const style = createStyle(io.stdout, io.env)
    const levels = readSeverities(input)
    io.stdout.write(listCritics(await selectCritics(input, io, levels), levels, input.json, style))
    return EXIT_CODES.clean
  }
  const settings = await readSettings(input, io)
  const once = async (signal: AbortSignal, before_report = () => {}): Promise<number | null> => {
    const { subject, report } = await withGitTimeout(GIT_TIMEOUT_MS, () => judge(input, io, settings, signal))
    if (signal.aborted) return null
    if (settings.write_baseline !== undefined) {
      io.stderr.write(await writeBaseline(settings.write_baseline, subject, report, io.cwd))
      return EXIT_CODES.clean
    }
    before_report()
    tell(report, settings, io)
    return exitCodeOf(report, settings, io)
  }
  let code: number = EXIT_CODES.aborted
  if (input.flag("watch")) {
    const { watchCheck } = await import("./watch/watch_check.ts")
    code = await watchCheck(input, io, settings, once)
  } else {
    await untilStopped(io, async (signal) => {
      code = (await once(signal)) ?? code
    })
  }
  if (code === EXIT_CODES.aborted) io.stderr.write("Stopped: nothing was judged.\n")
  return code
}

/** For one command of git; a busy machine takes a minute for a thousand files. Ctrl-C ends it earlier. */
const GIT_TIMEOUT_MS = 600_000

/** Writes files first: a reader of stdout may take them for written. Throws Misuse for a file that cannot be written. */
function tell(report: CheckReport, { format, reports }: CheckSettings, io: Io): void {
  for (const { format: of_file, file } of reports) {
    try {
      writeFileSync(file, formatReport(of_file, report, plain))
    } catch (error) {
      throw new Misuse(`--report: ${file}: ${fileErrorReason(error)}`)
    }
  }
  io.stdout.write(formatReport(format, report, createStyle(io.stdout, io.env)))
}

const plain = createStyle(
  { write: () => undefined, is_terminal: false, columns: undefined, isClosed: () => true },
  {},
)

/** One repair may uncover another. After this many rounds, one critic's repair probably undoes another's. */
const MAX_FIX_ROUNDS = 5

async function judge(
  input: Input,
  io: Io,
  settings: CheckSettings,
  signal: AbortSignal,
): Promise<{ readonly subject: CheckSubject; readonly report: CheckReport }> {
  let subject = await openSubject(input, io)
  const baseline = await givenBaseline(settings, subject, io)
  const judging = { env: io.env, signal, baseline }
  await input.ready()
  let report = await judgeSubject(settings, subject, judging)
  const fixed = [...report.fixed]
  for (let round = 0; input.flag("fix") && round < MAX_FIX_ROUNDS && !signal.aborted; round += 1) {
    const done = await applyFixes(subject, report.findings)
    if (done.length === 0) break
    fixed.push(...done)
    subject = await openSubject(input, io)
    report = await judgeSubject(settings, subject, judging)
  }
  return { subject, report: { ...report, fixed } }
}

async function givenBaseline(
  { baseline, suppressions }: CheckSettings,
  subject: CheckSubject,
  { cwd }: Io,
): Promise<Baseline | null> {
  if (baseline === undefined) return null
  return openBaseline(baseline, subject, { cwd, may_be_missing: suppressions === "before" })
}

function exitCodeOf({ findings, unanswered }: CheckReport, { max_warnings }: CheckSettings, io: Io): number {
  const warnings = findings.filter(({ severity }) => severity === "warning").length
  if (warnings < findings.length) return EXIT_CODES.findings
  if (unanswered.length > 0) return EXIT_CODES.escalate
  if (warnings <= max_warnings) return EXIT_CODES.clean
  io.stderr.write(`check: ${plural(warnings, "warning")}, more than the ${max_warnings} of --max-warnings\n`)
  return EXIT_CODES.findings
}

function listCritics(
  selected: readonly SelectedCritic[],
  levels: ReadonlyMap<string, Level>,
  json: boolean,
  style: Style,
): string {
  const isOn = (id: string): boolean => selected.some(({ critic }) => critic.id === id)
  if (json) {
    const critics = catalogue.map(
      ({ id, title, description, needs, scope, severity, other_severity_when }) => ({
        id,
        title,
        description,
        needs,
        scope,
        on: isOn(id),
        severity: levels.get(id) ?? severity,
        ...(levels.has(id) ? {} : { other_severity_when }),
      }),
    )
    return `${JSON.stringify({ critics })}\n`
  }
  const width = Math.max(...catalogue.map(({ id }) => id.length))
  return catalogue
    .map(({ id, title, needs, severity }) => {
      const state = isOn(id) ? style.green((levels.get(id) ?? severity).padEnd(7)) : style.dim("off    ")
      return `${state}  ${id.padEnd(width)}  ${title}${needs === "nothing" ? "" : style.dim(` (${needs})`)}\n`
    })
    .join("")
}
