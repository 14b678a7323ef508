import { headersFor } from "./api.ts"

export interface StreamEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15_000

/** Listens to events with the token, which an EventSource cannot send; resumes after the last id. Returns how to end it. */
export function listen(
  path: string,
  hear: { readonly event: (event: StreamEvent) => void; readonly state: (is_open: boolean) => void },
  { comes_back = true }: { readonly comes_back?: boolean } = {},
): () => void {
  const stop = new AbortController()
  void run()
  return () => stop.abort()

  async function run(): Promise<void> {
    let last_id = ""
    let wait_ms = FIRST_WAIT_MS
    while (!stop.signal.aborted) {
      try {
        const headers = { ...headersFor(), ...(last_id === "" ? {} : { "last-event-id": last_id }) }
        const response = await fetch(path, { headers, signal: stop.signal })
        if (!response.ok || response.body === null) throw new Error(String(response.status))
        hear.state(true)
        wait_ms = FIRST_WAIT_MS
        for await (const { id, ...event } of eventsOf(response.body)) {
          if (id !== "") last_id = id
          hear.event(event)
        }
      } catch {
        // Said by `state`.
      }
      if (stop.signal.aborted) return
      hear.state(false)
      if (!comes_back) return
      await new Promise((resolve) => setTimeout(resolve, wait_ms))
      wait_ms = Math.min(LONGEST_WAIT_MS, wait_ms * 2)
    }
  }
}

async function* eventsOf(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamEvent & { readonly id: string }> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n\n")
    rest = parts.pop() ?? ""
    for (const part of parts) {
      const field = (name: string): string =>
        part
          .split("\n")
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2) ?? ""
      const data = field("data")
      if (data !== "")
        yield { id: field("id"), type: field("event"), data: JSON.parse(data) as StreamEvent["data"] }
    }
  }
}
