import type { JobTable } from "../table/table.ts"

/** Where a row's work goes: known from its first drive on, and never another one. */
export interface Place {
  /** The kind of forge: "local", "github". */
  readonly forge: string
  /** The forge's own name of the repository, which outlives a renaming and is not given twice. */
  readonly repository: string
  /** The branch that pull requests go to. */
  readonly base: string
}

/** What every row has, whatever it is a row of. Times are UTC, ISO 8601. */
export interface JobRow<State extends string = string, Work extends object = object> {
  readonly id: string
  readonly received_at: string
  readonly place: Place | null
  readonly state: State
  /** Failed tries in the state the row is in; 0 again when it goes to another than `failed`, which keeps them. */
  readonly attempts: number
  /** Where a `failed` row takes up again; null in every other state. */
  readonly failed_in: State | null
  /** Why the last try failed. */
  readonly error: string | null
  /** The products of the steps, each written once it is whole; a step whose product is there is not taken again. */
  readonly work: Work
  /** How often it was changed. */
  readonly revision: number
  readonly updated_at: string
}

/** The part of a change that rows of every kind take. */
export interface JobChange<State extends string = string, Work extends object = object> {
  /** The state to go to. Default: stay. A transition the table does not have is refused. */
  readonly to?: State | undefined
  /** Merged into `work` key by key; null takes a key away. */
  readonly work?: { readonly [Key in keyof Work]?: Work[Key] | null } | undefined
  /** Where its work goes; refused when it is another place than before. */
  readonly place?: Place | undefined
  readonly attempts?: number | undefined
  readonly error?: string | null | undefined
  /** Remembered together with the change: both or neither. */
  readonly memories?: readonly NewMemory[] | undefined
  /** Texts above 4096 characters are cut; at most 65 536 characters of JSON. */
  readonly note: Readonly<Record<string, unknown>>
}

/** The types of one kind of row. */
export interface JobTypes {
  readonly row: JobRow
  /** What a row is added with. */
  readonly given: object
  readonly change: JobChange
  /** What `list` takes beside `state`, `limit` and `after`. */
  readonly filter: object
}

/** The value of a field as it is kept. */
export type FieldValue = string | number | null

/** One kind of row: its table, and what its rows hold beside what every row does. */
export interface JobKind<Types extends JobTypes = JobTypes> {
  /** What one row is called: "feedback". Rows of several kinds may lie in one file. */
  readonly name: string
  /** Generated ids begin so. */
  readonly id_prefix: string
  readonly table: JobTable<Types["row"], Types["row"]["state"]>
  /** What a row is added with and keeps for ever. Each reads the value that was given, or throws InvalidOptionError. */
  readonly request: Readonly<Record<string, (option: string, value: unknown) => FieldValue>>
  /** What steps find out about it. */
  readonly fields: Readonly<
    Record<
      string,
      { readonly initial: FieldValue; readonly read: (option: string, value: unknown) => FieldValue }
    >
  >
  /** The keys that `work` may have. */
  readonly products: readonly string[]
  /** The objection to a row as a change would leave it; null without one. */
  readonly objection: (before: Types["row"], after: Types["row"]) => string | null
  /** Parts of the request that `list` can ask for, each with the values there are. */
  readonly filters: Readonly<Record<string, readonly string[]>>
  /** Parts of the request that stand in a row's first note. */
  readonly told_first: readonly string[]
  /** Rounds of approval beyond the first. */
  readonly max_rounds: number
  /** What memories are about. */
  readonly topics: readonly string[]
}

/** One entry of a row's history: append-only, chained by hashes. */
export interface JobNote {
  readonly seq: number
  readonly at: string
  /** `from → to` for a transition, null for what happened within a state. */
  readonly transition: string | null
  readonly note: Readonly<Record<string, unknown>>
  readonly sha256: string
}

export const APPROVAL_ANSWERS = ["approved", "refine", "rejected"] as const
export type ApprovalAnswer = (typeof APPROVAL_ANSWERS)[number]

export interface Approval {
  readonly id: string
  readonly row_id: string
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

export interface Memory {
  readonly topic: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly embedding_key: string
  /** Whole number, 0 to 100. */
  readonly confidence: number
  /** The kind of row it comes from. */
  readonly source_kind: string
  readonly source_id: string
  readonly recorded_at: string
}

export type NewMemory = Omit<Memory, "recorded_at" | "source_kind">

/** What rows need that is not theirs: when it is away, no row is to blame. */
export const ENVIRONMENTS = ["model", "forge", "runner", "budget"] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** Something that many rows need is away. Until then none of them is tried; then one of them looks whether it is back. */
export interface Breaker {
  readonly environment: Environment
  /** Which model, forge, runner or budget. */
  readonly name: string
  readonly reason: string
  readonly opened_at: string
  readonly until: string
  /** How often it was found away in a row. */
  readonly tries: number
  /** Waiting does not bring it back: it refuses who asks, such as an expired token. */
  readonly needs_person: boolean
}

/** With the rows that met it and have not found it back, by id. */
export type MetBreaker = Breaker & { readonly row_ids: readonly string[] }

/** What a step needs to be there: the environment, and which one. */
export type Need = Pick<Breaker, "environment" | "name">

/** Who works on a row now. */
export interface ClaimHolder {
  readonly pid: number
  /** The name of its machine. */
  readonly host: string
  readonly since: string
}

/** What a waiting row waits for, and when it is worth a look. No part of its history. */
export interface Wait {
  /** "approval", "merge", "ci". */
  readonly for: string
  readonly since: string
  /** Not before; null: whenever somebody looks. */
  readonly look_at: string | null
  /** When it has waited long enough; null for never. */
  readonly deadline: string | null
}

export interface ListQuery<State extends string = string> {
  readonly state?: State | undefined
  /** Default 100, at most 1000. */
  readonly limit?: number | undefined
  /** The id of the last row of the page before. */
  readonly after?: string | undefined
}

export interface ClaimOptions {
  /** This row alone. */
  readonly id?: string | undefined
  /** Only rows that came in after this one: a pass over the store takes each once. */
  readonly after?: string | undefined
  /** Only rows whose place is in this repository, or not known yet. */
  readonly repository?: string | undefined
}

/**
 * Where rows of one kind are kept; several processes may share it. Every method rejects with StoreError: `not_found`,
 * `illegal_transition`, `corrupt`, `busy`, `exists`, `not_claimed`, `closed`, `io`; and with InvalidOptionError for a
 * malformed row, change or id. A change and its note are one transaction. Texts are kept without secrets.
 */
export interface JobStore<Types extends JobTypes = JobTypes> {
  readonly path: string
  add(given: Types["given"]): Promise<Types["row"]>
  /** Checks the row against its last note. */
  get(id: string): Promise<Types["row"]>
  /** Oldest first. Not checked against the notes. */
  list(query?: ListQuery<Types["row"]["state"]> & Types["filter"]): Promise<readonly Types["row"][]>
  /** Oldest first, the first one says that the row came in. The whole chain is checked, and the row against it. */
  notes(id: string): Promise<readonly JobNote[]>
  /** The one way a row changes. Rejects with `not_claimed` while another process works on it. */
  change(id: string, change: Types["change"]): Promise<Types["row"]>
  /**
   * Takes the oldest row in one of these states for this open store, or null. It stays taken, also for this store,
   * until released, the store closed or this process gone; on another machine, until 5 minutes after the last sign of
   * life. Rejects with `corrupt` when the oldest one is; the error has its id, for `after`.
   */
  claim(states: readonly Types["row"]["state"][], options?: ClaimOptions): Promise<Types["row"] | null>
  /** Says that this store is still at work on a row it has; false when another one has taken it over. */
  renew(id: string): Promise<boolean>
  /** The process that works on a row now, this one too; null when none does. */
  holder(id: string): Promise<ClaimHolder | null>
  /** Does nothing when this store does not have the row. */
  release(id: string): Promise<void>
  /** One request a round: a second one with the same round is the first one. */
  requestApproval(id: string, round: number, body: string): Promise<Approval>
  approvals(id: string): Promise<readonly Approval[]>
  /**
   * Answers the request of the newest round, also while another process works on the row. Rejects with `not_found`
   * without an open request, or when the row has ended. `refine` needs a reply.
   */
  answer(
    id: string,
    answer: { readonly answer: ApprovalAnswer; readonly reply?: string; readonly by: string },
  ): Promise<Approval>
  /** One row a topic and source: a second one is the first one. */
  remember(memories: readonly NewMemory[]): Promise<void>
  /**
   * Those that share most words with the text first, then the newest. Looks at the newest 500. Default limit 3, at most
   * 100.
   */
  recall(topic: string, text: string, limit?: number): Promise<readonly Memory[]>
  /** What a row waits for; null removes it. `since` stays while the reason is the same. */
  wait(id: string, wait: Omit<Wait, "since"> | null): Promise<Wait | null>
  /** Of all rows of this kind, by their ids. */
  waits(): Promise<ReadonlyMap<string, Wait>>
  /** Those that are open, oldest first, whatever kind of row met them. */
  breakers(): Promise<readonly MetBreaker[]>
  /**
   * Notes that a row found an environment away: until `retry_after_ms` from now, else for one minute, doubled each
   * time, up to an hour. A row that alone finds it away, while others got through, is the only one that waits.
   */
  openBreaker(
    found: Need &
      Pick<Breaker, "reason"> & {
        readonly row_id: string
        readonly retry_after_ms: number | null
        /** Default false. */
        readonly needs_person?: boolean | undefined
      },
  ): Promise<Breaker>
  /**
   * The breaker that blocks a row now, or null. When its time is over, one row gets null and tries; the others wait
   * another minute. That row tried least often and waited longest; one that misses its turn is skipped.
   * `is_turn_of_another`: another row may try.
   */
  passBreakers(
    needs: readonly Need[],
    row_id: string,
  ): Promise<(Breaker & { readonly is_turn_of_another?: true }) | null>
  /** A row found it back. */
  closeBreaker(need: Need, row_id: string): Promise<void>
  /** Every chain of the store, and that none is missing. Rejects with `corrupt` naming the row and note. */
  check(): Promise<{ readonly rows: number; readonly notes: number }>
  /** Releases what this store has claimed. */
  close(): Promise<void>
}
