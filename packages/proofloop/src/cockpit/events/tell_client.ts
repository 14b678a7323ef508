import { cutCodePoints } from "@proofloop/foundation/text"
import type { RowSource } from "../sources/source.ts"
import type { EventStream } from "./event_stream.ts"
import { type Feed, type News, newestPosition } from "./feed.ts"
import { type Positions, positionsText } from "./positions.ts"

/** Of one note, in characters. */
const MOST_TEXT = 1000

/** More missed notes than this, and a client reads everything anew. */
const MOST_MISSED = 500

/**
 * Sends a client what it missed since `heard`, then what happens. The id of an event is the position reached: a client
 * that reconnects with it gets each event once.
 */
export async function tellClient(
  stream: EventStream,
  {
    sources,
    feed,
    heard,
  }: { readonly sources: readonly RowSource[]; readonly feed: Feed; readonly heard: Positions },
): Promise<void> {
  const positions = new Map<string, number>()
  const waiting: News[] = []
  let is_caught_up = false
  const tell = (news: News): void => {
    if (news.type !== "note") return stream.send(news.type, { source: news.source })
    const { source, note } = news
    if (note.position <= (positions.get(source) ?? 0)) return
    positions.set(source, note.position)
    const text = cutCodePoints(note.text, MOST_TEXT)
    stream.send("note", { source, ...note, text }, positionsText(positions))
  }
  // First, so that nothing is lost between what it missed and what is new.
  const stop = feed.listen((news) => void (is_caught_up ? tell(news) : waiting.push(news)))
  stream.onClose(stop)
  for (const source of sources) {
    const from = heard.get(source.name)
    const missed = from === undefined ? [] : await source.notes(from, MOST_MISSED)
    const newest = missed.length === 0 || missed.length === MOST_MISSED ? await newestPosition(source) : null
    // A place beyond the newest note is one of another store: its reader would hear nothing until that many are written.
    const is_elsewhere = from !== undefined && newest !== null && from > newest
    const is_anew = missed.length === MOST_MISSED || is_elsewhere
    positions.set(source.name, from === undefined || is_anew ? (newest ?? 0) : from)
    if (is_anew) stream.send("reset", { source: source.name }, positionsText(positions))
    else for (const note of missed) tell({ type: "note", source: source.name, note })
  }
  stream.send("ready", {}, positionsText(positions))
  is_caught_up = true
  for (const news of waiting.splice(0)) tell(news)
}
