import { stat } from "node:fs/promises"
import { join } from "node:path"
import type { RunReplay } from "@proofloop/replay/internal"
import { servedJson } from "../cockpit/security/served_text.ts"
import { remembered } from "../cockpit/sources/remembered.ts"
import type { Io } from "../console/io.ts"
import { ownRecordings } from "../replay/discover.ts"
import { reportText } from "../replay/html/render_report.ts"
import { presetOptions } from "../replay/preset_detector.ts"
import { replayTargets } from "../replay/replay_targets.ts"
import { sessionFiles, type Target } from "../replay/targets.ts"
import { Unread } from "../replay/unread.ts"

const PRESET = "evidence"
const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = 7
/** The page is made while somebody waits for it: the newest recordings, together so many bytes. */
const MOST_BYTES = 8 * 1024 * 1024
const KEPT_MS = 10_000

interface Recorded {
  readonly runs: readonly RunReplay[]
  readonly files: number
  readonly left_out: number
  readonly unread: number
}

/** Makes the home of the cockpit: how the runs that hooks and journals recorded in the last days went. */
export function runsPage(state_dir: string, io: Io): (waits: number) => Promise<string> {
  const read = remembered(KEPT_MS, () => recordedRuns(state_dir, io))
  return async (waits) => {
    const { runs, files, left_out, unread } = await read()
    return reportText(runs, {
      title: `Runs of agents in the last ${DAYS} days`,
      preset: PRESET,
      files,
      skipped_lines: unread,
      hint: files === 0 ? NOTHING_YET : undefined,
      generated: generated(left_out),
      among: { here: "/", waits },
    })
  }
}

const NOTHING_YET =
  'Nothing is recorded yet. "npx proofloop hook install" records the agents of this machine; "npx proofloop replay" reads what they keep by themselves.'

function generated(left_out: number): string {
  const older =
    left_out === 0 ? "" : `; ${left_out} more recordings are left out: "npx proofloop replay" reads all`
  return `From hooks and journals of this machine${older}.`
}

async function recordedRuns(state_dir: string, io: Io): Promise<Recorded> {
  const found = [
    ...(await ownRecordings(io)),
    ...(await sessionFiles(join(state_dir, "journals"), "journals", () => undefined)),
  ]
  const { newest, left_out } = await newestOf(found)
  const unread = new Unread(() => undefined)
  const progress = { advance: () => undefined, read: () => undefined, see: () => undefined }
  const detectors = [presetOptions(PRESET, [], io.env)]
  const settings = { format: undefined, detectors, timeline: true, signal: new AbortController().signal }
  const runs: RunReplay[] = []
  for await (const [run] of replayTargets(newest, settings, progress, unread))
    if (run !== undefined) runs.push(JSON.parse(servedJson(run)) as RunReplay)
  return { runs, files: newest.length, left_out, unread: unread.count }
}

/** Of the last days, from the newest on, as many as the page has time for. */
async function newestOf(
  targets: readonly Target[],
): Promise<{ readonly newest: readonly Target[]; readonly left_out: number }> {
  const since = Date.now() - DAYS * DAY_MS
  const dated = await Promise.all(
    targets.map(async (target) => ({
      target,
      at: (await stat(target.file).catch(() => null))?.mtimeMs ?? 0,
    })),
  )
  const recent = dated.filter(({ at }) => at >= since).toSorted((one, other) => other.at - one.at)
  let left = MOST_BYTES
  const newest = recent.filter(({ target }) => (left -= target.bytes) >= 0).map(({ target }) => target)
  return { newest, left_out: recent.length - newest.length }
}
