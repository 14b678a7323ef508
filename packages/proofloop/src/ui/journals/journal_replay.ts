import { lstat } from "node:fs/promises"
import { join } from "node:path"
import { replaySession, readSessions } from "@proofloop/replay"
import type { RunReplay } from "@proofloop/replay/internal"
import { isSessionFormatError } from "@proofloop/replay/internal/sessions"
import { createDetector } from "@proofloop/runtime/detector"
import type { LiveLoop } from "../../cockpit/sources/row_view.ts"
import type { Io } from "../../console/io.ts"
import { reportText } from "../../replay/html/render_report.ts"
import { PATTERN_WORDS } from "../../replay/pattern_words.ts"
import { presetOptions } from "../../replay/preset_detector.ts"
import { isJournalName, journalFolder, journalsOf } from "./journal_files.ts"

/** A longer journal is replayed on the command line. */
const MOST_BYTES = 32 * 1024 * 1024
const PRESET = "evidence"

/** The page of `proofloop replay --html` for one journal; null: there is none of that name. */
export async function replayPage(
  state_dir: string,
  { id, journal, env }: { readonly id: string; readonly journal: string; readonly env: Io["env"] },
): Promise<string | null> {
  const run = await replayJournal(state_dir, { id, journal, env })
  if (run === null) return null
  const among = { here: "" }
  return reportText([run], { title: `${id}, ${journal}`, preset: PRESET, files: 1, skipped_lines: 0, among })
}

/** What the newest loop of a run did last; null: it has no journal. */
export async function liveLoop(state_dir: string, id: string, env: Io["env"]): Promise<LiveLoop | null> {
  const [newest] = await journalsOf(state_dir, id)
  if (newest === undefined) return null
  const run = await replayJournal(state_dir, { id, journal: newest.name, env })
  if (run === null) return null
  const { timeline, trips, turns } = run
  const last = timeline.at(-1)
  const calls = timeline.flatMap((turn) => turn.calls)
  const said = timeline.findLast(({ text }) => text.trim() !== "")
  return {
    name: newest.name,
    title: newest.title,
    turns,
    failing: failingOf(run),
    vetoes: calls.filter(({ tool, outcome }) => tool === VERIFY && outcome === "failed").length,
    warnings: trips
      .slice(-5)
      .map(
        ({ turn, pattern, hard_stop }) =>
          `turn ${turn}: ${PATTERN_WORDS[pattern]}${hard_stop ? ", hard stop" : ""}`,
      ),
    last_words: said?.text ?? "",
    last_call: last?.calls.map(({ tool, summary }) => `${tool} ${summary}`.trim()).at(-1) ?? "",
  }
}

const VERIFY = "verify_completion"

function failingOf({ timeline }: RunReplay): LiveLoop["failing"] {
  const failing = timeline.at(-1)?.failing
  if (failing === undefined) return null
  const { check_id: check, signature, streak } = failing
  const seen = timeline.flatMap(({ calls }) => calls).findLast((call) => call.signature === signature)
  return { check, signature, streak, words: seen?.snippet ?? "" }
}

async function replayJournal(
  state_dir: string,
  { id, journal, env }: { readonly id: string; readonly journal: string; readonly env: Io["env"] },
): Promise<RunReplay | null> {
  if (!isJournalName(journal)) return null
  const file = join(journalFolder(state_dir, id), journal)
  const stats = await lstat(file).catch(() => null)
  if (stats === null || !stats.isFile() || stats.size > MOST_BYTES) return null
  const detectors = [createDetector(presetOptions(PRESET, [], env))]
  const session = readSessions(file, { format: "proofloop_journal" })
  try {
    for await (const item of replaySession(session, { detectors, timeline: true })) {
      const [run] = item.type === "run" ? item.replays : []
      if (run !== undefined) return { ...run, source: journal }
    }
  } catch (error) {
    if (!isSessionFormatError(error)) throw error
  }
  return null
}
