export interface ServerSentEvent {
  /** The `event` field, "message" when there is none. */
  readonly type: string
  readonly data: string
  /** False for the rest of a stream that ended before the blank line of its last event. */
  readonly complete: boolean
}

export interface SseParser {
  /** Reads the next piece of text, cut at any place, and returns the events it completes. */
  push(piece: string): ServerSentEvent[]
  /** The event that the end of the stream leaves unfinished, if any. */
  end(): ServerSentEvent[]
}

/**
 * An incremental parser of `text/event-stream` in linear time: CR, LF and CRLF line ends, comments, several `data` lines
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream). Keeps one event at most.
 */
export function createSseParser(): SseParser {
  // Pieces of a line are joined once, when it ends: adding to one string and searching it again would be quadratic.
  let line: string[] = []
  let data: string[] = []
  let type = ""
  let after_cr = false

  function endLine(tail: string, events: ServerSentEvent[]): void {
    const text = line.length > 0 ? line.join("") + tail : tail
    line = []
    if (text === "") endEvent(events, true)
    else readField(text)
  }

  /** A comment is a field without a name; it is ignored like every field but `data` and `event`. */
  function readField(text: string): void {
    const colon = text.indexOf(":")
    const name = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? "" : text.slice(colon + (text[colon + 1] === " " ? 2 : 1))
    if (name === "data") data.push(value)
    else if (name === "event") type = value
  }

  function endEvent(events: ServerSentEvent[], complete: boolean): void {
    if (data.length > 0) events.push({ type: type || "message", data: data.join("\n"), complete })
    data = []
    type = ""
  }

  return {
    push(piece) {
      const events: ServerSentEvent[] = []
      // An LF right after a CR that ended the last piece belongs to that line end.
      let start = after_cr && piece.startsWith("\n") ? 1 : 0
      if (piece !== "") after_cr = piece.endsWith("\r")
      LINE_END.lastIndex = start
      for (let end = LINE_END.exec(piece); end !== null; end = LINE_END.exec(piece)) {
        endLine(piece.slice(start, end.index), events)
        start = LINE_END.lastIndex
      }
      if (start < piece.length) line.push(piece.slice(start))
      return events
    },
    end() {
      const events: ServerSentEvent[] = []
      const rest = line.join("")
      line = []
      readField(rest)
      endEvent(events, false)
      return events
    },
  }
}

const LINE_END = /\r\n|\r|\n/g
