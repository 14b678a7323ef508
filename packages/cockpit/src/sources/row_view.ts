import type { Link, RowAction, RowLine, Tone } from "./row_line.ts"

/** One row in full. */
export interface RowView {
  readonly line: RowLine
  readonly facts: readonly Fact[]
  readonly actions: readonly RowAction[]
  /** A text that waits for an answer, such as a plan; null for none. */
  readonly request: string | null
  readonly evidence: Evidence
  /** The newest ones, newest first. */
  readonly notes: readonly ShownNote[]
  /** How many there are. */
  readonly notes_in_all: number
  readonly journals: readonly JournalEntry[]
  /** Whether there is a change to show. */
  readonly has_diff: boolean
}

export interface Fact {
  readonly label: string
  readonly text: string
  readonly link?: Link | undefined
}

export interface ShownNote {
  readonly seq: number
  readonly at: string
  readonly transition: string | null
  readonly text: string
  readonly sha256: string
}

export interface JournalEntry {
  /** Of its file. */
  readonly name: string
  readonly title: string
  readonly bytes: number
  readonly changed_at: string
}

/** What a row rests on. */
export interface Evidence {
  readonly comparisons: readonly Comparison[]
  readonly verdicts: readonly Verdict[]
  readonly proofs: readonly Proof[]
  /** What nobody checked, a sentence each. */
  readonly not_covered: readonly string[]
  /** The newest links of hash chains. */
  readonly heads: readonly ChainHead[]
}

/** The same check on both sides of a change. */
export interface Comparison {
  readonly title: string
  readonly verdict: string
  readonly tone: Tone
  readonly before: Side | null
  readonly after: Side | null
}

export interface Side {
  readonly title: string
  readonly outcome: string
  readonly tone: Tone
  readonly output: string
}

export interface Verdict {
  readonly by: string
  readonly verdict: string
  readonly tone: Tone
  readonly text: string
  readonly caveats: readonly string[]
}

export interface Proof {
  readonly title: string
  readonly check: string
  readonly outcome: string
  readonly tone: Tone
  /** "" for none. */
  readonly caveat: string
}

export interface ChainHead {
  readonly what: string
  readonly length: number
  readonly sha256: string
}

/** What a running row does now. */
export interface RowLive {
  readonly phase: string
  readonly step: string
  /** "process 4711 on host, for 2m"; null: nobody is at work. */
  readonly holder: string | null
  /** Of the running loop; null where none has a journal. */
  readonly loop: LiveLoop | null
}

export interface LiveLoop {
  /** Of the journal. */
  readonly name: string
  readonly title: string
  readonly turns: number
  /** What fails now, in words; null: nothing is known to fail. */
  readonly failing: {
    readonly check: string
    readonly words: string
    readonly signature: string
    readonly streak: number
  } | null
  /** How often something said no: a verification, a critic. */
  readonly vetoes: number
  /** What the detector says of it, the newest last. */
  readonly warnings: readonly string[]
  /** The last words of the model. */
  readonly last_words: string
  readonly last_call: string
}
