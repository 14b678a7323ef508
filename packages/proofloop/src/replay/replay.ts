import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join, resolve } from "node:path"
import type { RunReplay } from "@proofloop/replay/internal"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { openPage } from "../console/open_page.ts"
import { createStyle } from "../terminal/style.ts"
import { shellWord } from "../terminal/text.ts"
import { discoverSessions } from "./discover.ts"
import { isOverruled, presetOptions } from "./preset_detector.ts"
import { createProgress } from "./progress.ts"
import { replayTargets, separateSessions } from "./replay_targets.ts"
import { foundText, Listing, summaryText } from "./report.ts"
import { isTarget, readTargets, type Target } from "./targets.ts"
import { EMPTY_TOTALS, withRun } from "./totals.ts"
import { Unread } from "./unread.ts"
import { untilStopped } from "./until_stopped.ts"

const NAMED = 3

/** Replays recorded sessions and tells where they stalled. Resolves to the exit code; throws Misuse. */
export async function replaySessions(input: Input, io: Io): Promise<number> {
  const preset = input.text("preset") ?? "evidence"
  const assignments = input.texts("set")
  const detector = presetOptions(preset, assignments, io.env, input.config)
  const opens = input.flag("open")
  const html = input.text("html") ?? (opens ? await ownPage() : undefined)
  if (html === "-") throw new Misuse("--html needs a file; a page is not written to stdout")
  const progress = createProgress(io)
  const unread = new Unread((text) => progress.aside(text))
  const found =
    input.positionals.length > 0
      ? await readTargets(input.positionals, io.cwd, (text) => unread.refuse(text))
      : await discoverSessions(input, io, (text) => unread.refuse(text))
  if (typeof found === "number") return found
  const targets = await separateSessions(found, input.text("input-format"))
  const page = html === undefined ? undefined : await pageFile(html, found, io.cwd)
  const style = createStyle(io.stdout, io.env)
  progress.begin(targets)
  let totals = EMPTY_TOTALS
  const listing = new Listing(style, input.flag("all"))
  const settings = { format: input.text("input-format"), detectors: [detector], timeline: page !== undefined }
  async function* told(files: readonly Target[], signal: AbortSignal): AsyncGenerator<RunReplay> {
    for await (const [run] of replayTargets(files, { ...settings, signal }, progress, unread)) {
      if (run === undefined) continue
      if (page === undefined && io.stdout.isClosed()) return
      totals = withRun(totals, run)
      if (input.json) progress.print(`${JSON.stringify(runJson(run))}\n`)
      else listing.add(run)
      yield run
    }
    unread.end(totals.runs)
  }
  const meta = {
    title: titleOf(input.positionals),
    preset,
    generated: `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC  ${commandOf(input, preset)}`,
    files: targets.length,
    get skipped_lines() {
      return unread.count
    },
  }
  const is_complete = await untilStopped(io, async (signal) => {
    const runs = told(targets, signal)
    if (page === undefined) {
      for await (const _run of runs);
      return
    }
    const { renderReport } = await import("./html/render_report.ts")
    await renderReport(runs, meta, page)
  }).finally(() => progress.end())
  if (opens && page !== undefined && is_complete && !(await openPage(page, io)))
    io.stderr.write(`no program opens pages here; the page is ${page}\n`)
  if (!input.json) {
    const repair_aware_off = isOverruled(preset, assignments, io.env, input.config)
    const facts = { preset, repair_aware_off, skipped: unread.count, html, is_complete }
    io.stdout.write(`${foundText(totals, style)}${listing.text()}${summaryText(totals, facts, style)}`)
  }
  return is_complete ? EXIT_CODES.clean : EXIT_CODES.aborted
}

/** Sessions are the person's: nobody else reads a folder for temporary files of theirs. */
async function ownPage(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "proofloop-replay-")), "replay.html")
}

/** Where the page goes. Throws Misuse if it would overwrite a recording. */
async function pageFile(html: string, targets: readonly Target[], cwd: string): Promise<string> {
  const file = resolve(cwd, html)
  if (await isTarget(file, targets)) {
    throw new Misuse(`--html ${html} is one of the recordings: the page would replace it`)
  }
  return file
}

function titleOf(paths: readonly string[]): string {
  const names = paths.map((path) => basename(path)).slice(0, NAMED)
  if (names.length === 0) return "Recorded runs of this machine, replayed"
  return `${names.join(", ")}${paths.length > names.length ? ", ..." : ""}, replayed`
}

function commandOf(input: Input, preset: string): string {
  const words = [
    ...input.positionals,
    ...["format", "html"].flatMap((name) =>
      input.text(name) === undefined ? [] : [`--${name}`, input.text(name) ?? ""],
    ),
    ...(preset === "evidence" ? [] : ["--preset", preset]),
    ...input.texts("set").flatMap((assignment) => ["--set", assignment]),
  ]
  return ["proofloop", "replay", ...words.map(shellWord)].join(" ")
}

/** What `--json` prints of a run. */
function runJson(run: RunReplay): Record<string, unknown> {
  const { id, source, prompt, project, began_at, events, turns } = run
  const { repeated_turns, lost_results, trips, evidence } = run
  const { after_trip, after_hard_stop } = run
  const { recovered_after_trip, recovered_after_hard_stop, unjudged } = run
  return {
    id,
    source,
    prompt,
    project,
    began_at,
    events,
    turns,
    repeated_turns,
    lost_results,
    trips,
    evidence,
    after_trip,
    after_hard_stop,
    recovered_after_trip,
    recovered_after_hard_stop,
    unjudged,
  }
}
