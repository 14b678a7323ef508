import type {
  Feedback,
  FeedbackSeverity,
  FeedbackState,
  FixClass,
  FixWork,
  NewFeedback,
} from "../feedback/feedback.ts"

/** One entry of a row's history: append-only, chained by hashes. */
export interface FeedbackNote {
  readonly seq: number
  readonly at: string
  /** `from → to` for a transition, null for what happened within a state. */
  readonly transition: string | null
  readonly note: Readonly<Record<string, unknown>>
  readonly sha256: string
}

export interface Change {
  /** The state to go to. Default: stay. A transition the table does not have is refused. */
  readonly to?: FeedbackState | undefined
  /** Merged into `work` key by key; null takes a key away. */
  readonly work?: { readonly [Key in keyof FixWork]?: FixWork[Key] | null } | undefined
  readonly fix_class?: FixClass | undefined
  readonly root_cause?: string | undefined
  readonly fix_pr_url?: string | undefined
  readonly regression_test_path?: string | undefined
  readonly attempts?: number | undefined
  readonly refinement_round?: number | undefined
  readonly error?: string | null | undefined
  /** Remembered together with the change: both or neither. */
  readonly memories?: readonly NewMemory[] | undefined
  /** Texts above 4096 characters are cut; at most 65 536 characters of JSON. */
  readonly note: Readonly<Record<string, unknown>>
}

export const APPROVAL_ANSWERS = ["approved", "refine", "rejected"] as const
export type ApprovalAnswer = (typeof APPROVAL_ANSWERS)[number]

export interface Approval {
  readonly id: string
  readonly feedback_id: string
  readonly round: number
  /** The rendered message. */
  readonly body: string
  readonly posted_at: string
  readonly answer: ApprovalAnswer | null
  /** What is to be changed, or why it is rejected. */
  readonly reply: string | null
  readonly answered_by: string | null
  readonly answered_at: string | null
}

export const MEMORY_TOPICS = ["failure_patterns", "review_patterns"] as const

export interface Memory {
  readonly topic: (typeof MEMORY_TOPICS)[number]
  readonly payload: Readonly<Record<string, unknown>>
  readonly embedding_key: string
  /** Whole number, 0 to 100. */
  readonly confidence: number
  readonly source_kind: "feedback"
  readonly source_id: string
  readonly recorded_at: string
}

export type NewMemory = Omit<Memory, "recorded_at" | "source_kind">

export interface FeedbackQuery {
  readonly state?: FeedbackState | undefined
  readonly severity?: FeedbackSeverity | undefined
  /** Default 100, at most 1000. */
  readonly limit?: number | undefined
}

/**
 * Where feedback is kept. Several processes may have one open. Every method rejects with StoreError: `not_found`,
 * `illegal_transition`, `corrupt` (a note that was changed, a row that cannot be read), `busy`, `exists`, `not_claimed`,
 * `closed`, `io`; and with InvalidOptionError for what is no feedback, change or id.
 * A change and its note are one transaction: both are written or neither. Texts are kept without secrets.
 */
export interface FeedbackStore {
  readonly path: string
  add(feedback: NewFeedback): Promise<Feedback>
  /** Checks the row against its last note. */
  get(id: string): Promise<Feedback>
  /** Oldest first. Not checked against the notes. */
  list(query?: FeedbackQuery): Promise<readonly Feedback[]>
  /** Oldest first, the first one says that the row came in. The whole chain is checked, and the row against it. */
  notes(id: string): Promise<readonly FeedbackNote[]>
  /** The one way a row changes. Rejects with `not_claimed` while another process works on it. */
  change(id: string, change: Change): Promise<Feedback>
  /**
   * Takes the oldest row in one of these states for this open store, or null. The row cannot be taken again, also by this store,
   * until it is released, the store closed or this process gone. One of another machine is free 15 minutes after
   * its last change. Rows in `except` are passed over. Rejects with `corrupt` when the oldest one is; the error has its id,
   * for `except`.
   */
  claim(
    states: readonly FeedbackState[],
    options?: { readonly id?: string; readonly except?: readonly string[] },
  ): Promise<Feedback | null>
  /** Does nothing when this store does not have the row. */
  release(id: string): Promise<void>
  /** One request a round: a second one with the same round is the first one. */
  requestApproval(id: string, round: number, body: string): Promise<Approval>
  approvals(id: string): Promise<readonly Approval[]>
  /**
   * Answers the request of the newest round, also while another process works on the row. Rejects with `not_found` when
   * no request is open, or the row is rejected or closed. `refine` needs a reply.
   */
  answer(
    id: string,
    answer: {
      readonly answer: ApprovalAnswer
      readonly reply?: string
      readonly by: string
    },
  ): Promise<Approval>
  /** One row a topic and source: a second one is the first one. */
  remember(memories: readonly NewMemory[]): Promise<void>
  /**
   * Those that share most words with the text first, then the newest. Looks at the newest 500. Default limit 3, at most
   * 100.
   */
  recall(topic: Memory["topic"], text: string, limit?: number): Promise<readonly Memory[]>
  /** Every chain of the store, and that none is missing. Rejects with `corrupt` naming the row and note. */
  check(): Promise<{ readonly rows: number; readonly notes: number }>
  /** Releases what this store has claimed. */
  close(): Promise<void>
}
