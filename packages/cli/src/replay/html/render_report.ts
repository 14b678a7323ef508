import { randomBytes } from "node:crypto"
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises"
import { thrownMessage } from "@proofloop/foundation/errors"
import type { RunReplay } from "@proofloop/replay"
import { Misuse } from "../../console/misuse.ts"
import { EMPTY_TOTALS, type Totals, withRun } from "../totals.ts"
import { countOf, figure, roundFigure } from "./figures.ts"
import { pageEnd, type ReportMeta, pageStart, tableStart } from "./page.ts"
import { renderRun } from "./run_row.ts"

/** Room for the figures, in bytes: they stand at the top and are known at the end. */
const ROOM = 4096
const CHUNK_LENGTH = 256 * 1024

/** Writes one self-contained page to `file`, whole or not at all, and resolves to its sums. Throws Misuse when it cannot. */
export async function renderReport(
  runs: AsyncIterable<RunReplay> | Iterable<RunReplay>,
  meta: ReportMeta,
  file: string,
): Promise<Totals> {
  const part = `${file}.${randomBytes(6).toString("hex")}.part`
  const handle = await openPart(part, file)
  try {
    const totals = await writePage(handle, runs, meta)
    await handle.close()
    await rename(part, file)
    return totals
  } catch (error) {
    await handle.close()
    await rm(part, { force: true })
    throw error
  }
}

async function openPart(part: string, file: string): Promise<FileHandle> {
  // Renaming onto a device or a pipe would replace it.
  const there = await stat(file).catch(() => undefined)
  if (there?.isFile() === false) throw new Misuse(`cannot write ${file}: it is there and no file`)
  try {
    return await open(part, "wx")
  } catch (error) {
    throw new Misuse(`cannot write ${file}: ${thrownMessage(error)}`)
  }
}

async function writePage(
  handle: FileHandle,
  runs: AsyncIterable<RunReplay> | Iterable<RunReplay>,
  meta: ReportMeta,
): Promise<Totals> {
  const start = pageStart(meta)
  let waiting = `${start}${" ".repeat(ROOM)}\n${tableStart()}`
  let totals = EMPTY_TOTALS
  // A file handle writes on where it stopped; `writeFile` writes all it is given.
  for await (const run of runs) {
    waiting += renderRun(run, totals.runs)
    totals = withRun(totals, run)
    if (waiting.length < CHUNK_LENGTH) continue
    await handle.writeFile(waiting)
    waiting = ""
  }
  await handle.writeFile(waiting + pageEnd(meta))
  await writeAt(handle, Buffer.from(renderTotals(totals)), Buffer.byteLength(start))
  return totals
}

async function writeAt(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  if (bytes.length > ROOM) throw new RangeError(`${bytes.length} bytes of figures, room for ${ROOM}`)
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

function renderTotals(totals: Totals): string {
  const quiet_runs = totals.runs - totals.runs_with_trips
  return `<dl class="totals">
${fact("Runs", figure(totals.runs), `${figure(quiet_runs)} without a trip`)}
${fact("Turns", figure(totals.turns), "in all of them")}
${fact("Trips", figure(totals.trips), `in ${figure(totals.runs_with_trips)} of ${figure(totals.runs)} runs`)}
${fact("Hard stops", figure(totals.hard_stops), `in ${countOf(totals.runs_with_hard_stops, "run")}`)}
${fact("Recovered", figure(totals.recovered_after_trip), "runs passed after a trip")}
${fact("Harm", figure(totals.harm), "hard stops before a pass", totals.harm > 0 ? "harm" : "")}
</dl>
<div class="stake-sum">
<p>${atStake(totals)}</p>
${bar(totals)}
</div>`
}

function fact(name: string, value: string, note: string, style = ""): string {
  return `<div${style === "" ? "" : ` class="${style}"`}><dt>${name}</dt><dd><b>${value}</b> <span>${note}</span></dd></div>`
}

function atStake(totals: Totals): string {
  const { turns, turns_at_stake, turns_after_hard_stop } = totals
  if (totals.trips === 0) return "The detector would have said nothing in any of these runs."
  const first = `<strong>${countOf(turns_at_stake, "turn")}</strong>${tokens(totals, totals.tokens_at_stake)} came after the first trip of their run: ${share(turns_at_stake, turns)} of all turns, and what was <em>at stake</em>. It would have saved that at most, assuming that each run needed none of what came after its first trip.`
  if (totals.hard_stops === 0) return first
  return `${first} After the first hard stop came ${countOf(turns_after_hard_stop, "turn")}${tokens(totals, totals.tokens_after_hard_stop)}: an <em>upper bound</em>.`
}

function tokens({ tells_tokens }: Totals, count: number): string {
  return tells_tokens ? ` and ${roundFigure(count)} tokens` : ""
}

function share(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`
}

/** All turns as one line, the share at stake and within it the upper bound marked. */
function bar({ turns, turns_at_stake, turns_after_hard_stop }: Totals): string {
  const width = (count: number): string => (turns === 0 ? 0 : (count / turns) * 1000).toFixed(1)
  const rect = (name: string, count: number): string =>
    `<rect class="${name}" x="${(1000 - Number(width(count))).toFixed(1)}" width="${width(count)}" height="10"/>`
  return `<svg class="stake-bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="1000" height="10"/>${rect("stake", turns_at_stake)}${rect("hard", turns_after_hard_stop)}</svg>`
}
