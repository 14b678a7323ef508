import { compareDetectors, type MeteredPair, meterRun } from "@proofloop/replay/meter"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { exitCodes } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { presetDetector } from "../replay/preset_detector.ts"
import { createProgress } from "../replay/progress.ts"
import { replayTargets } from "../replay/replay_targets.ts"
import { readTargets } from "../replay/targets.ts"
import { Unread } from "../replay/unread.ts"
import { untilStopped } from "../replay/until_stopped.ts"
import { createStyle } from "../terminal/style.ts"
import { checkLabels, checkNames, readLabelFile } from "./labels.ts"
import { pairText, meterText } from "./report.ts"

/** Replays recorded sessions under two presets and compares them. Resolves to the exit code; throws Misuse. */
export async function meterSessions(input: Input, io: Io): Promise<number> {
  const names = { a: input.text("a") ?? "futile_retry_guard", b: input.text("b") ?? "evidence" }
  const detectors = [presetDetector(names.a, [], io.env), presetDetector(names.b, [], io.env)]
  const samples = readCount(input, "samples")
  const seed = readCount(input, "seed")
  const labels = await readLabelFile(input.text("labels"), io.cwd)
  const progress = createProgress(io)
  const unread = new Unread((text) => progress.aside(text))
  const targets = await readTargets(input.positionals, io.cwd, (text) => unread.refuse(text))
  progress.begin(targets)
  const settings = { format: input.text("format"), detectors, timeline: false }
  const style = createStyle(io.stdout, io.env)
  const pairs: MeteredPair[] = []
  const is_complete = await untilStopped(io, async (signal) => {
    for await (const [a, b] of replayTargets(targets, { ...settings, signal }, progress, unread)) {
      if (a === undefined || b === undefined) continue
      const label = labels?.get(a.id)
      const { id, source, turns } = a
      const pair = { id, source, turns, a: meterRun(a, label), b: meterRun(b, label) }
      pairs.push(pair)
      // Labels that fit nothing are misuse, and known at the end: until then nothing is printed.
      if (!input.json && labels === null) progress.print(pairText(pair, input.flag("all"), style))
    }
  }).finally(() => progress.end())
  if (!is_complete) {
    io.stderr.write("Stopped: incomplete, nothing is compared.\n")
    return exitCodes.aborted
  }
  unread.end(pairs.length)
  checkNames(pairs, io)
  checkLabels(labels, pairs, io)
  if (!input.json && labels !== null) {
    for (const pair of pairs) io.stdout.write(pairText(pair, input.flag("all"), style))
  }
  const meter = compareDetectors(pairs, { samples, seed })
  const skipped_lines = unread.count
  if (input.json) io.stdout.write(`${JSON.stringify({ presets: names, ...meter, skipped_lines, pairs })}\n`)
  else io.stdout.write(meterText(meter, names, style))
  return exitCodes.clean
}
