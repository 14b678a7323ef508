import { thrownMessage } from "@proofloop/foundation/errors"
import { visibleText } from "@proofloop/foundation/text"
import { createDetector, type DetectorOptions } from "@proofloop/runtime/detector"
import { pageEnd, pageStart, tableStart } from "../../../../packages/proofloop/src/replay/html/page.ts"
import { renderRun } from "../../../../packages/proofloop/src/replay/html/run_row.ts"
import { renderTotals } from "../../../../packages/proofloop/src/replay/html/totals_head.ts"
import { EMPTY_TOTALS, withRun } from "../../../../packages/proofloop/src/replay/totals.ts"
import { replaySession } from "../../../../packages/replay/src/replay/replay_session.ts"
import { readSessionBlob } from "../../../../packages/replay/src/sessions/read_blob.ts"
import type { Answer, Ask } from "./messages.ts"

/** What the preset says of the detector. */
declare const DETECTOR: DetectorOptions
declare const PRESET: string
/** Characters of rows: what a browser still lays out without trouble. */
const LONGEST_REPORT = 48 * 1024 * 1024
const MOST_REASONS = 20
/** Bytes between two words on how far it is. */
const STEP = 512 * 1024

const scope: {
  onmessage: ((event: { readonly data: Ask }) => void) | null
  postMessage(answer: Answer): void
} = globalThis as never

scope.onmessage = ({ data }) => {
  replay(data).then(
    (answer) => scope.postMessage(answer),
    (error: unknown) => scope.postMessage({ type: "refusal", reason: visibleText(thrownMessage(error)) }),
  )
}

/** Reads the files, asks the detector and renders the report that `proofloop replay --html` writes. */
async function replay({ files, format, theme }: Ask): Promise<Answer> {
  const detector = createDetector(DETECTOR)
  const rows: string[] = []
  const reasons: string[] = []
  let totals = EMPTY_TOTALS
  let skipped = 0
  let left_out = 0
  let room = LONGEST_REPORT
  let bytes = 0
  let told = 0
  const onRead = (more: number): void => {
    bytes += more
    if (bytes - told < STEP) return
    told = bytes
    scope.postMessage({ type: "progress", bytes, runs: totals.runs })
  }
  for (const file of files) {
    const items = readSessionBlob(file, file.name, { format, onRead })
    for await (const item of replaySession(items, { detectors: [detector], timeline: true })) {
      if (item.type === "skipped") {
        skipped += 1
        const line = item.line === undefined ? "" : `, line ${item.line}`
        if (reasons.length < MOST_REASONS) reasons.push(visibleText(`${file.name}${line}: ${item.reason}`))
        continue
      }
      const [run] = item.replays
      if (run === undefined) continue
      const row = renderRun(run, rows.length)
      if (row.length > room) {
        left_out += 1
        continue
      }
      room -= row.length
      rows.push(row)
      totals = withRun(totals, run)
    }
  }
  if (rows.length === 0) {
    const why = reasons.length === 0 ? "" : `: ${reasons.slice(0, 3).join("; ")}`
    return { type: "refusal", reason: `No run was found${why}` }
  }
  const meta = {
    title: files.map(({ name }) => name).join(", "),
    preset: PRESET,
    files: files.length,
    skipped_lines: skipped,
  }
  const start = pageStart(meta).replace("<html ", `<html data-theme="${theme}" `)
  const report = new Blob([start, renderTotals(totals), tableStart(meta), ...rows, pageEnd(meta)], {
    type: "text/html",
  })
  return { type: "report", report, runs: totals.runs, left_out, skipped, reasons }
}
