import type { Link, Tone } from "../../kit/tone.ts"

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
  /** When it was last changed, ISO 8601. */
  readonly updated_at: string
  /** Its pull request; null while there is none. */
  readonly link: Link | null
  /** "$0.42, 120 310 tokens"; "" for unknown. */
  readonly spent: string
  /** A process works on it. */
  readonly is_held: boolean
}

export interface InboxEntry {
  readonly source: string
  /** null for a missing service, which holds many. */
  readonly row_id: string | null
  /** What the row is about, in its own words. */
  readonly title: string
  /** ISO 8601. */
  readonly since: string
  /** "approval", "merge", "failed", "alarm", "away". */
  readonly why: string
  /** The colour of `why`. */
  readonly tone: Tone
  readonly text: string
  readonly action: RowAction
}

export interface RowAction {
  /** "approve", "reject", "resume". */
  readonly name: string
  readonly label: string
  readonly effect: string
  /** The command that does the same; "" for none. */
  readonly command: string
  /** `answer`: written at once. `start`: a process of proofloop begins. `open`: a person acts at `href`. `none`: see `effect`. */
  readonly how: "answer" | "start" | "open" | "none"
  /** With `open`: the address where a person acts; absent for none. */
  readonly href?: string | undefined
  /** The words a person has to give, with their label; absent for none. */
  readonly words?: string | undefined
  /** What was seen when it was offered; an action on something that has changed since is refused. */
  readonly seen: string
}
