import { type ClientRequest, type IncomingHttpHeaders, request } from "node:http"
import { onTestFinished } from "vitest"
import { type Cockpit, type CockpitOptions, startCockpit } from "./cockpit.ts"
import type { RowLine } from "./sources/row_line.ts"
import type { GivenAction, RowNote, RowSource } from "./sources/source.ts"

export const TOKEN = "a-token-for-tests-0123456789"

/** Rows in memory, that a test changes. */
export interface MemoryRows {
  readonly source: RowSource
  readonly acted: GivenAction[]
  /** Adds a note; resolves to its position. */
  note(row_id: string, text?: string): number
  /** Changes what no note tells. */
  wait(): void
}

export function memoryRows(given: Partial<RowSource> = {}): MemoryRows {
  const notes: RowNote[] = []
  const acted: GivenAction[] = []
  let standing = 0
  const line = (id: string): RowLine => ({
    source: given.name ?? "rows",
    id,
    title: `the title of ${id}`,
    state: "open",
    tone: "",
    stands: "it can go on",
    updated_at: "2026-01-02T03:04:05.000Z",
    link: null,
    spent: "",
    is_held: false,
  })
  const source: RowSource = {
    name: "rows",
    title: "Rows",
    states: ["open", "done"],
    notes: async (after, limit) =>
      after === null ? notes.slice(-limit) : notes.filter(({ position }) => position > after).slice(0, limit),
    pulse: async () => ({ standing: String(standing), live: "" }),
    inbox: async () => ({ entries: [], in_all: 0, warnings: [] }),
    held: async () => [],
    list: async ({ limit }) => [...new Set(notes.map(({ row_id }) => row_id))].slice(0, limit).map(line),
    lines: async (ids) => ids.map(line),
    row: async () => null,
    live: async () => null,
    diff: async () => null,
    replay: async () => null,
    rates: async () => [],
    act: async (_id, action) => {
      acted.push(action)
      return `${action.name} is done`
    },
    commandOf: async () => null,
    ...given,
  }
  return {
    source,
    acted,
    note(row_id, text = "something happened") {
      const position = notes.length + 1
      notes.push({ position, row_id, at: "2026-01-02T03:04:05.000Z", transition: null, text })
      return position
    },
    wait: () => void (standing += 1),
  }
}

/** A cockpit that ends with the test. */
export async function cockpitOver(
  sources: readonly RowSource[],
  options: Partial<CockpitOptions> = {},
): Promise<Cockpit> {
  const cockpit = await startCockpit({ sources, title: "tests", poll_ms: 5, ...options })
  onTestFinished(() => cockpit.close())
  return cockpit
}

export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** One request with any header, as a browser of another site could send it; the path is sent as it is. */
export async function ask(
  url: string,
  {
    path = "/",
    method = "GET",
    headers = {},
    body,
  }: {
    readonly path?: string
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
  } = {},
): Promise<Answered> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request({ hostname, port, path, method, headers }, (answer) => {
      let text = ""
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
      answer.on("error", reject)
    })
    sent.on("error", reject)
    sent.end(body)
  })
}

export interface HeardEvent {
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Listens to a stream of events. `until` resolves once a heard event fits. */
export function listen(
  url: string,
  {
    path = "/api/events",
    headers = {},
  }: { readonly path?: string; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  const { hostname, port } = new URL(url)
  const events: HeardEvent[] = []
  const waiting = new Set<() => void>()
  let comments = 0
  let status = 0
  let is_over = false
  const wake = (): void => {
    for (const one of waiting) one()
  }
  const sent = request({ hostname, port, path, headers }, (answer) => {
    status = answer.statusCode ?? 0
    let rest = ""
    answer.setEncoding("utf8").on("data", (chunk: string) => {
      const parts = (rest + chunk).split("\n\n")
      rest = parts.pop() ?? ""
      for (const part of parts) {
        if (part.startsWith(":")) comments += 1
        const fields = new Map(
          part.split("\n").map((line) => [line.split(": ", 1)[0] ?? "", line.slice(line.indexOf(": ") + 2)]),
        )
        const data = fields.get("data")
        if (data === undefined) continue
        events.push({
          id: fields.get("id") ?? "",
          type: fields.get("event") ?? "",
          data: JSON.parse(data) as HeardEvent["data"],
        })
      }
      wake()
    })
    const end = (): void => {
      is_over = true
      wake()
    }
    answer.on("end", end).on("error", end)
  })
  sent.on("error", () => {
    is_over = true
    wake()
  })
  sent.end()
  const stop = (): void => void sent.destroy()
  onTestFinished(stop)
  return {
    events,
    stop,
    get status() {
      return status
    },
    get comments() {
      return comments
    },
    async until(fits: () => boolean): Promise<void> {
      while (!fits()) {
        if (is_over) throw new Error(`the stream ended with ${status} after ${JSON.stringify(events)}`)
        await new Promise<void>((resolve) => {
          const once = (): void => {
            waiting.delete(once)
            resolve()
          }
          waiting.add(once)
        })
      }
    },
  }
}
