import { cutCodePoints, oneLine } from "@proofloop/foundation/text"

/** A fleet's event as a line for a person; null: it is one of a run, which `pipeline status ID` tells. */
export function eventLine(
  event: { readonly type: string } & Readonly<Record<string, unknown>>,
  now: number,
): string | null {
  const text = wordsOf[event.type]?.(event)
  if (text === undefined) return null
  const time = new Date(now).toISOString().slice(11, 19)
  return cutCodePoints(`${time} ${oneLine(text)}`, 400)
}

type Event = Readonly<Record<string, unknown>>

const wordsOf: Readonly<Record<string, (event: Event) => string>> = {
  "fleet.started": ({ repositories, open_runs, concurrency }) =>
    `${said(repositories)} repositories, ${said(open_runs)} open runs, ${said(concurrency)} turns at a time`,
  "fleet.begun": ({ row_id, url }) => `${said(row_id)} begun for ${said(url)}`,
  "fleet.begin_failed": ({ url, error }) => `no run begun for ${said(url)}: ${said(error)}`,
  "fleet.clones_removed": ({ count }) => `${said(count)} clones removed: they were used longest ago`,
  "fleet.clones_kept": ({ error }) => `clones could not be removed: ${said(error)}`,
  "fleet.turn_failed": ({ row_id, error }) => `${said(row_id)}: ${said(error)}`,
  "fleet.turn_ended": ({ row_id, state, waits_for, error }) => {
    const waits = typeof waits_for === "string" ? `, waits for ${waits_for}` : ""
    return `${said(row_id)} is ${said(state)}${waits}${typeof error === "string" ? `: ${error}` : ""}`
  },
}

function said(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : ""
}
