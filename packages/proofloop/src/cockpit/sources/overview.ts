import { remembered } from "./remembered.ts"
import type { InboxEntry, RowLine } from "./row_line.ts"
import type { RowSource } from "./source.ts"

export interface Overview {
  readonly title: string
  /** "actions" with the token; "token": some would be possible with it; "read-only". */
  readonly mode: "actions" | "token" | "read-only"
  /** Whether the pages of agents' runs and of hooks are served beside. */
  readonly has_agent_pages: boolean
  readonly sources: readonly {
    readonly name: string
    readonly title: string
    readonly states: readonly string[]
  }[]
  readonly inbox: { readonly entries: readonly InboxEntry[]; readonly in_all: number }
  readonly warnings: readonly string[]
  readonly held: readonly RowLine[]
  readonly recent: readonly RowLine[]
  readonly problems: readonly string[]
}

export type Standing = Omit<Overview, "title" | "mode" | "has_agent_pages">

/** Lists have at most so many rows. */
export const PAGE_ROWS = 100
/** The rows of so many newest notes are the recent ones. */
const RECENT_NOTES = 300
/** Many clients ask at the same time, when the same note is told to them. */
const KEPT_MS = 300

/** Reads what all sources have for the first page; a source that cannot be read is named. */
export function overviewOf(
  sources: readonly RowSource[],
  on_error: (error: unknown) => void,
): () => Promise<Standing> {
  return remembered(KEPT_MS, async () => {
    const parts = await Promise.all(sources.map((source) => partOf(source, on_error)))
    const entries = parts
      .flatMap(({ inbox }) => inbox)
      .toSorted((one, other) => compare(one.since, other.since))
    const recent = parts
      .flatMap((part) => part.recent)
      .toSorted((one, other) => compare(other.updated_at, one.updated_at))
    return {
      sources: sources.map(({ name, title, states }) => ({ name, title, states })),
      inbox: {
        entries: entries.slice(0, PAGE_ROWS),
        in_all: parts.reduce((sum, part) => sum + part.in_all, 0),
      },
      warnings: parts.flatMap(({ warnings }) => warnings),
      held: parts.flatMap(({ held }) => held).slice(0, PAGE_ROWS),
      recent: recent.slice(0, PAGE_ROWS),
      problems: parts.flatMap(({ problem }) => (problem === null ? [] : [problem])),
    }
  })
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

async function partOf(source: RowSource, on_error: (error: unknown) => void) {
  try {
    const { entries, in_all, warnings } = await source.inbox(PAGE_ROWS)
    const held = await source.lines((await source.held()).slice(0, PAGE_ROWS))
    const notes = await source.notes(null, RECENT_NOTES)
    const ids = [...new Set(notes.toReversed().map(({ row_id }) => row_id))].slice(0, PAGE_ROWS)
    return { inbox: entries, in_all, warnings, held, recent: await source.lines(ids), problem: null }
  } catch (error) {
    on_error(error)
    const problem = `${source.title} cannot be read: ${error instanceof Error ? error.message : "the terminal says why"}`
    return { inbox: [], in_all: 0, warnings: [], held: [], recent: [], problem }
  }
}
