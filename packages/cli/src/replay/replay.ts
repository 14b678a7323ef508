import { resolve } from "node:path"
import type { RunReplay } from "@proofloop/stdlib/replay"
import type { Input } from "../arguments/verb.ts"
import { exitCodes } from "../exit_code.ts"
import type { Io } from "../io.ts"
import { createStyle } from "../terminal/style.ts"
import { discoverSessions } from "./discover.ts"
import { renderReport } from "./html/render_report.ts"
import { presetDetector } from "./preset_detector.ts"
import { createProgress } from "./progress.ts"
import { replayTargets } from "./replay_targets.ts"
import { runText, summaryText } from "./report.ts"
import { runJson } from "./run_json.ts"
import { readTargets } from "./targets.ts"
import { emptyTotals, withRun } from "./totals.ts"

/** Replays recorded sessions and tells where they stalled. Resolves to the exit code; throws Misuse. */
export async function replaySessions(input: Input, io: Io): Promise<number> {
  const preset = input.text("preset") ?? "evidence"
  const detector = presetDetector(preset, input.texts("set"))
  const targets =
    input.positionals.length > 0
      ? await readTargets(input.positionals, io.cwd)
      : await discoverSessions(input, io)
  if (targets === null) return exitCodes.clean
  const html = input.text("html")
  const style = createStyle(io.stdout, io.env)
  const progress = createProgress(io, targets)
  let totals = emptyTotals
  const meta = {
    title: "Recorded runs, replayed",
    preset,
    files: targets.length,
    skipped_lines: 0,
  }
  const skip = (text: string): void => {
    meta.skipped_lines += 1
    progress.aside(`${text}, skipped`)
  }
  const settings = { format: input.text("format"), detectors: [detector], timeline: html !== undefined }
  async function* told(): AsyncGenerator<RunReplay> {
    for await (const [run] of replayTargets(targets ?? [], settings, progress, skip)) {
      if (run === undefined) continue
      if (io.stdout.isClosed()) return
      totals = withRun(totals, run)
      if (input.json) io.stdout.write(`${JSON.stringify(runJson(run))}\n`)
      else if (run.trips.length > 0 || input.flag("all")) progress.print(runText(run, style))
      yield run
    }
  }
  try {
    if (html === undefined) for await (const _run of told());
    else await renderReport(told(), meta, resolve(io.cwd, html))
  } finally {
    progress.end()
  }
  const { skipped_lines } = meta
  if (!input.json) io.stdout.write(summaryText(totals, { preset, skipped_lines, html }, style))
  return exitCodes.clean
}
