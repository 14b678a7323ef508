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
  readonly pulse: () => Promise<{ readonly standing: string; readonly live: string }>
  /** What waits for a person: the oldest, how many in all, and what holds everything up, in words. */
  readonly inbox: (limit: number) => Promise<{
    readonly entries: readonly InboxEntry[]
    readonly in_all: number
    readonly warnings: readonly string[]
  }>
  /** Rows that a process works on now. */
  readonly held: () => Promise<readonly string[]>
  /** A page of rows, oldest first. */
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
  /** Sums over all rows. */
  readonly rates: () => Promise<readonly RateGroup[]>
  /** Does the action of a person. Resolves to what was done, in words; rejects with ActionRefused. */
  readonly act: (id: string, action: GivenAction) => Promise<string>
  /** The words of proofloop's command that an action starts; null for one that starts none. */
  readonly commandOf: (id: string, action: string) => Promise<readonly string[] | null>
  /** The words of the command that makes a new row; null: none can be made here. Throws ActionRefused. */
  readonly newRow: (given: NewRow) => readonly string[] | null
}

export interface RowNote {
  readonly position: number
  readonly row_id: string
  readonly at: string
  readonly transition: string | null
  /** In words, one line. */
  readonly text: string
}

export interface RowQuery {
  readonly state?: string | undefined
  /** The id of the last row of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

/** A row in a list. */
export interface RowLine {
  readonly source: string
  readonly id: string
  /** What it is about: a repository, the words of a person. */
  readonly title: string
  readonly state: string
  /** "good", "bad", "warn" or "" for its colour. */
  readonly tone: Tone
  /** Whose turn it is, or how it ended. */
  readonly stands: string
  readonly updated_at: string
  readonly link: Link | null
  /** "$0.42, 120 310 tokens"; "" for unknown. */
  readonly spent: string
  /** A process works on it. */
  readonly is_held: boolean
}

export type Tone = "good" | "bad" | "warn" | ""

/** An address on the web, with its text. Addresses that are not http or https are shown as text. */
export interface Link {
  readonly text: string
  readonly href: string
}

/** One thing that waits for a person. */
export interface InboxEntry {
  readonly source: string
  /** null for a missing service, which holds many. */
  readonly row_id: string | null
  readonly title: string
  /** ISO 8601. */
  readonly since: string
  /** "approval", "merge", "failed", "alarm", "away". */
  readonly why: string
  readonly tone: Tone
  readonly text: string
  readonly action: RowAction
}

/** What a person can do, and what comes of it. */
export interface RowAction {
  /** "approve", "reject", "resume". */
  readonly name: string
  /** Of its button. */
  readonly label: string
  /** What it will do, in a sentence. */
  readonly effect: string
  /** The command that does the same; "" for none. */
  readonly command: string
  /**
   * `answer`: written at once. `start`: a process of proofloop begins. `open`: a person acts at `href`. `none`: only
   * elsewhere, as `effect` says.
   */
  readonly how: "answer" | "start" | "open" | "none"
  readonly href?: string | undefined
  /** The words a person has to give, with their label; absent for none. */
  readonly words?: string | undefined
  /** What was seen when it was offered; an action on something that has changed since is refused. */
  readonly seen: string
}

export interface GivenAction {
  readonly name: string
  readonly words: string | null
  readonly seen: string
}

/** What a new row is about. */
export interface NewRow {
  readonly repository: string
  readonly base?: string | undefined
  /** Names of switches that are on, such as "approve". */
  readonly switches: readonly string[]
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
  /** The commands that shows all of it. */
  readonly command: string
}

/** Sums over the rows of one repository or one model. */
export interface RateGroup {
  readonly by: "repository" | "model"
  readonly name: string
  readonly rows: number
  readonly merged: number
  readonly usd: number
  readonly tokens: number
  readonly turns: number
  /** Changes that were turned down by a person: plans rejected, requests closed without a merge. */
  readonly rejected: number
  /** Changes that critics, tests or reviewers sent back. */
  readonly sent_back: number
  readonly alarms: number
  /** Alarms that a person closed without a revert. */
  readonly false_alarms: number
}
