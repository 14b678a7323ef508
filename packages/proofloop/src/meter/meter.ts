import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { oneLine } from "@proofloop/foundation/text"
import type { Label } from "@proofloop/replay"
import { compareDetectors, type MeteredPair, meterRun, readLabels } from "@proofloop/replay/internal/meter"
import { isFolder } from "../arguments/folders.ts"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { presetOptions } from "../replay/preset_detector.ts"
import { createProgress } from "../replay/progress.ts"
import { replayTargets, separateSessions } from "../replay/replay_targets.ts"
import { readTargets } from "../replay/targets.ts"
import { Unread } from "../replay/unread.ts"
import { untilStopped } from "../replay/until_stopped.ts"
import { createStyle } from "../terminal/style.ts"
import { pairText, meterText } from "./report.ts"

/** Replays recorded sessions under two presets and compares them. Resolves to the exit code; throws Misuse. */
export async function meterSessions(input: Input, io: Io): Promise<number> {
  const names = { a: input.text("a") ?? "futile_retry_guard", b: input.text("b") ?? "evidence" }
  const detectors = [presetOptions(names.a, [], io.env), presetOptions(names.b, [], io.env)]
  const samples = readCount(input, "samples")
  const seed = readCount(input, "seed")
  const labels = await readLabelFile(input.text("labels"), io.cwd)
  const progress = createProgress(io)
  const unread = new Unread((text) => progress.aside(text))
  const found = await readTargets(input.positionals, io.cwd, (text) => unread.refuse(text))
  const targets = await separateSessions(found, input.text("input-format"))
  progress.begin(targets)
  const settings = { format: input.text("input-format"), detectors, timeline: false }
  const style = createStyle(io.stdout, io.env)
  const pairs: MeteredPair[] = []
  const is_complete = await untilStopped(io, async (signal) => {
    for await (const [a, b] of replayTargets(targets, { ...settings, signal }, progress, unread)) {
      if (a === undefined || b === undefined) continue
      const label = labels?.get(a.id)
      const { id, source, turns } = a
      const pair = { id, source, turns, a: meterRun(a, label), b: meterRun(b, label) }
      pairs.push(pair)
      // Unusable labels are misuse, which shows at the end; until then nothing is printed.
      if (!input.json && labels === null) progress.print(pairText(pair, input.flag("all"), style))
    }
  }).finally(() => progress.end())
  if (!is_complete) {
    io.stderr.write("Stopped: incomplete, nothing is compared.\n")
    return EXIT_CODES.aborted
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
  return EXIT_CODES.clean
}

type Labels = ReadonlyMap<string, Label> | null

const NAMED = 3

/** The labels in a file by the id of their run; null without a file. Throws Misuse and InvalidOptionError. */
async function readLabelFile(name: string | undefined, cwd: string): Promise<Labels> {
  if (name === undefined) return null
  const file = resolve(cwd, name)
  if (isFolder(file) || !existsSync(file)) throw new Misuse(`--labels: there is no file ${file}`)
  const labels = await readLabels(file)
  return new Map(labels.map((label) => [label.id, label]))
}

/** Lists ids that several runs share: these runs cannot be told apart, and share a label. */
function checkNames(pairs: readonly MeteredPair[], io: Io): void {
  const counts = new Map<string, number>()
  for (const { id } of pairs) counts.set(id, (counts.get(id) ?? 0) + 1)
  const shared = [...counts].filter(([, count]) => count > 1)
  for (const [id, count] of shared.slice(0, NAMED)) {
    io.stderr.write(`${count} runs are called "${oneLine(id)}"; a label of this name is taken for each\n`)
  }
  if (shared.length > NAMED)
    io.stderr.write(`${shared.length - NAMED} more names are shared in the same way\n`)
}

/** Throws when no label matches a run. Warns of labels that match none, and of labels that do not count. */
function checkLabels(labels: Labels, pairs: readonly MeteredPair[], io: Io): void {
  if (labels === null) return
  const ids = new Set(pairs.map(({ id }) => id))
  const strangers = [...labels.keys()].filter((id) => !ids.has(id))
  const [first = ""] = strangers
  if (strangers.length === labels.size) {
    throw new Misuse(`--labels: none of ${labels.size} labels belongs to a run that was read`, {
      name: first,
      known: [...ids],
    })
  }
  if (strangers.length > 0) {
    io.stderr.write(
      `--labels: ${strangers.length} of ${labels.size} labels are of runs that were not read, such as ${oneLine(first)}\n`,
    )
  }
  if (pairs.every(({ a }) => a.score === null)) {
    io.stderr.write("--labels: every label is of a confidence below 2: nothing is scored\n")
  }
}
