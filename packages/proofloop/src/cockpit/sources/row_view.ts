import type { Link, Tone } from "../../kit/tone.ts"
import type { RowAction, RowLine } from "./row_line.ts"

export interface RowView {
  readonly line: RowLine
  readonly facts: readonly Fact[]
  /** What a person can do now, the likeliest first. */
  readonly actions: readonly RowAction[]
  /** A text that waits for an answer, such as a plan; null for none. */
  readonly request: string | null
  readonly evidence: Evidence
  /** The newest ones, newest first. */
  readonly notes: readonly ShownNote[]
  readonly notes_in_all: number
  readonly journals: readonly JournalEntry[]
  readonly has_diff: boolean
}

export interface Fact {
  /** What the fact is about: "Branch". */
  readonly label: string
  readonly text: string
  /** Where the text leads; absent: nowhere. */
  readonly link?: Link | undefined
}

export interface ShownNote {
  /** Its place in the row's history, from 1. */
  readonly seq: number
  /** When it was written, ISO 8601. */
  readonly at: string
  /** The change of state, as "from → to"; null for none. */
  readonly transition: string | null
  readonly text: string
  /** Hash of the note in the chain, in hex. */
  readonly sha256: string
}

export interface JournalEntry {
  readonly name: string
  readonly title: string
  /** Length of the file in bytes. */
  readonly bytes: number
  /** When the file was last written, ISO 8601. */
  readonly changed_at: string
}

export interface Evidence {
  readonly comparisons: readonly Comparison[]
  readonly verdicts: readonly Verdict[]
  readonly proofs: readonly Proof[]
  /** What nobody checked, a sentence each. */
  readonly not_covered: readonly string[]
  readonly heads: readonly ChainHead[]
}

export interface Comparison {
  readonly title: string
  readonly verdict: string
  /** The colour of `verdict`. */
  readonly tone: Tone
  /** The check before the change; null: it has not run there. */
  readonly before: Side | null
  /** The check after the change; null: it has not run there. */
  readonly after: Side | null
}

export interface Side {
  /** Which side it is: "base", "with the work". */
  readonly title: string
  readonly outcome: string
  /** The colour of `outcome`. */
  readonly tone: Tone
  /** The end of what the check printed; "" for nothing. */
  readonly output: string
}

export interface Verdict {
  /** Who says it: "CI", "self-review", a lens. */
  readonly by: string
  readonly verdict: string
  /** The colour of `verdict`. */
  readonly tone: Tone
  /** Why, in words; "" for nothing. */
  readonly text: string
  /** What weakens it, a sentence each. */
  readonly caveats: readonly string[]
}

export interface Proof {
  readonly title: string
  /** The command line of the check; "" for none. */
  readonly check: string
  readonly outcome: string
  /** The colour of `outcome`: "good" where the proof holds. */
  readonly tone: Tone
  /** "" for none. */
  readonly caveat: string
}

export interface ChainHead {
  /** What the chain is: "history of the run". */
  readonly what: string
  /** How many links it has; 0 for a damaged one. */
  readonly length: number
  /** Hash of the newest link, in hex; "" for a damaged chain. */
  readonly sha256: string
}

export interface RowLive {
  readonly phase: string
  readonly step: string
  /** "process 4711 on host, for 2m"; null: nobody is at work. */
  readonly holder: string | null
  /** Of the running loop; null where none has a journal. */
  readonly loop: LiveLoop | null
}

export interface LiveLoop {
  readonly name: string
  readonly title: string
  readonly turns: number
  /** What fails now, in words; null: nothing is known to fail. */
  readonly failing: {
    readonly check: string
    /** What fails, as the check said it; "" for unknown. */
    readonly words: string
    readonly signature: string
    /** How often in a row the same failure was seen. */
    readonly streak: number
  } | null
  /** How often something said no: a verification, a critic. */
  readonly vetoes: number
  readonly warnings: readonly string[]
  readonly last_words: string
  /** The last tool call with its main argument; "" before the first. */
  readonly last_call: string
}
