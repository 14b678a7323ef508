import type { InboxEntry, RowLine } from "./row_line.ts"
import type { RowLive, RowView } from "./row_view.ts"

/** Where the rows of one kind come from. Texts are served without secrets, whatever a source gives. */
export interface RowSource {
  /** Part of addresses: lower-case letters, digits and "-". */
  readonly name: string
  /** What a person calls it: "Pipeline". */
  readonly title: string
  /** Every state of a row, for the filter of the list. */
  readonly states: readonly string[]
  /** Notes after a position, oldest first; with null the newest ones. */
  readonly notes: (after: number | null, limit: number) => Promise<readonly RowNote[]>
  /** Changes whenever something changes that no note tells: `standing` for waits and claims, `live` for running work. */
  readonly pulse: () => Promise<{
    /** Differs whenever a wait or a claim has changed. */
    readonly standing: string
    readonly live: string
  }>
  /** What waits for a person: the oldest, how many in all, and what holds everything up, in words. */
  readonly inbox: (limit: number) => Promise<{
    readonly entries: readonly InboxEntry[]
    readonly in_all: number
    /** What holds everything up, a sentence each. */
    readonly warnings: readonly string[]
  }>
  readonly held: () => Promise<readonly string[]>
  readonly list: (query: RowQuery) => Promise<readonly RowLine[]>
  /** These rows, in this order; unknown ones are left out. */
  readonly lines: (ids: readonly string[]) => Promise<readonly RowLine[]>
  /** One row in full; null: there is none. */
  readonly row: (id: string) => Promise<RowView | null>
  /** What a running row does; null: nothing is known. */
  readonly live: (id: string) => Promise<RowLive | null>
  /** The change on a row's branch; null: there is none. At most this many bytes. */
  readonly diff: (id: string, max_bytes: number) => Promise<RowDiff | null>
  /** A whole HTML page that replays a journal of a row; null: there is none of that name. */
  readonly replay: (id: string, journal: string) => Promise<string | null>
  readonly rates: () => Promise<readonly RateGroup[]>
  /** Does the action of a person. Resolves to what was done, in words; rejects with ActionRefused. */
  readonly act: (id: string, action: GivenAction) => Promise<string>
  /** The words of proofloop's command that an action starts; null for one that starts none. */
  readonly commandOf: (id: string, action: string) => Promise<readonly string[] | null>
}

export interface RowNote {
  /** Its place among all notes of the store, from 1. */
  readonly position: number
  readonly row_id: string
  /** When it was written, ISO 8601. */
  readonly at: string
  /** The change of state, as "from → to"; null for none. */
  readonly transition: string | null
  readonly text: string
}

export interface RowQuery {
  /** Only rows in this state. Default: rows in any state. */
  readonly state?: string | undefined
  /** The id of the last row of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

export interface GivenAction {
  /** Name of the action, as `RowAction` has it. */
  readonly name: string
  /** The words that the person gave; null for none. */
  readonly words: string | null
  /** `RowAction.seen` of the action that was offered. */
  readonly seen: string
}

/** An action that is not possible, or no longer. */
export class ActionRefused extends Error {
  readonly code = "action_refused"

  constructor(message: string) {
    super(message)
    this.name = "ActionRefused"
  }
}

export interface RowDiff {
  readonly text: string
  /** "cut": there is more than was asked for. */
  readonly is_cut: boolean
  readonly command: string
}

export interface RateGroup {
  readonly by: "repository" | "model"
  readonly name: string
  readonly rows: number
  readonly merged: number
  /** Price of model calls in USD; 0 while no model tells its price. */
  readonly usd: number
  /** Tokens of model calls, input and output together. */
  readonly tokens: number
  readonly turns: number
  /** Changes that were turned down by a person: plans rejected, requests closed without a merge. */
  readonly rejected: number
  /** Changes that critics, tests or reviewers sent back. */
  readonly sent_back: number
  /** Merges after which a check was worse. */
  readonly alarms: number
  /** Alarms that a person closed without a revert. */
  readonly false_alarms: number
}
