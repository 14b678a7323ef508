import type { JobTable } from "../table/table.ts"

/** Where a row's work goes: fixed from its first drive on. */
export interface Place {
  /** The kind of forge: "local", "github". */
  readonly forge: string
  /** The forge's own id of the repository, which survives a renaming and is never reused. */
  readonly repository: string
  readonly base: string
}

/** The fields of every row, of any kind. Times are UTC, ISO 8601. */
export interface JobRow<State extends string = string, Work extends object = object> {
  /** Id of the row, as `list` prints it and every method takes it. */
  readonly id: string
  /** When the row was added. */
  readonly received_at: string
  /** Where its work goes; null until its first drive. */
  readonly place: Place | null
  readonly state: State
  /** Failed tries in the row's present state. Reset to 0 by another state, except `failed`, which keeps them. */
  readonly attempts: number
  /** Where a `failed` row resumes; null in every other state. */
  readonly failed_in: State | null
  readonly error: string | null
  /** The products of the steps, each written once it is complete; a step with a product is not taken again. */
  readonly work: Work
  readonly revision: number
  readonly updated_at: string
}

/** The fields of a change for rows of every kind. */
export interface JobChange<State extends string = string, Work extends object = object> {
  /** The state to go to. Default: stay. A transition the table does not have is refused. */
  readonly to?: State | undefined
  /** Merged into `work` key by key; null removes a key. */
  readonly work?: { readonly [Key in keyof Work]?: Work[Key] | null } | undefined
  /** Where its work goes; a different place than before is refused. */
  readonly place?: Place | undefined
  /** New count of failed tries. Default: unchanged, or 0 in a new state other than "failed". */
  readonly attempts?: number | undefined
  /** Why the last try failed; null clears it. Default: unchanged. */
  readonly error?: string | null | undefined
  /** Remembered together with the change: both or neither. */
  readonly memories?: readonly NewMemory[] | undefined
  /** Texts above 4096 characters are cut; at most 65 536 characters of JSON. */
  readonly note: Readonly<Record<string, unknown>>
}

export interface JobTypes {
  readonly row: JobRow
  readonly given: object
  /** What `change` takes for such a row. */
  readonly change: JobChange
  /** What `list` takes beside `state`, `limit` and `after`. */
  readonly filter: object
}

export type FieldValue = string | number | null

/** One kind of row: its table, and what its rows hold beside what every row does. */
export interface JobKind<Types extends JobTypes = JobTypes> {
  /** What one row is called: "feedback". Rows of several kinds may lie in one file. */
  readonly name: string
  /** Generated ids begin so. */
  readonly id_prefix: string
  /** Its states and the ways between them; other transitions are refused. */
  readonly table: JobTable<Types["row"], Types["row"]["state"]>
  /** The request: what a row is added with and keeps. Each function reads the given value, or throws InvalidOptionError. */
  readonly request: Readonly<Record<string, (option: string, value: unknown) => FieldValue>>
  readonly fields: Readonly<
    Record<
      string,
      {
        readonly initial: FieldValue
        /** Reads a given value; throws InvalidOptionError for a malformed one. */
        readonly read: (option: string, value: unknown) => FieldValue
      }
    >
  >
  /** The keys that `work` may have. */
  readonly products: readonly string[]
  /** The objection to a row as a change would leave it; null if it is fine. */
  readonly objection: (before: Types["row"], after: Types["row"]) => string | null
  /** Parts of the request, all texts, that `list` can filter by. */
  readonly filters: readonly string[]
  /** Parts of the request that stand in a row's first note. */
  readonly told_first: readonly string[]
  /** Rounds of approval beyond the first. */
  readonly max_rounds: number
  readonly topics: readonly string[]
}

export interface JobNote {
  /** Place in the row's chain, from 1. */
  readonly seq: number
  /** When it was written, ISO 8601. */
  readonly at: string
  /** `from → to` for a transition, null for what happened within a state. */
  readonly transition: string | null
  /** What happened, as JSON; texts without secrets. */
  readonly note: Readonly<Record<string, unknown>>
  /** Hash of this note and of the hash before it, in hex. */
  readonly sha256: string
}

/** A note of any row of a store. */
export interface PlacedNote extends JobNote {
  /** Its place among all notes of the store, from 1; those of other kinds of rows lie between. */
  readonly position: number
  readonly row_id: string
}

export const APPROVAL_ANSWERS = ["approved", "refine", "rejected"] as const
export type ApprovalAnswer = (typeof APPROVAL_ANSWERS)[number]

export interface Approval {
  /** Id of the request, such as "ap-1f2e3d4c5b6a". */
  readonly id: string
  readonly row_id: string
  /** Round of asking: 0 for the first, one more after each `refine`. */
  readonly round: number
  readonly body: string
  /** When the request was posted, ISO 8601. */
  readonly posted_at: string
  /** The answer; null while nobody has answered. */
  readonly answer: ApprovalAnswer | null
  /** The wish for a change, or the reason of a rejection. */
  readonly reply: string | null
  /** Name of the person who answered; null while nobody has. */
  readonly answered_by: string | null
  /** When it was answered, ISO 8601; null while nobody has. */
  readonly answered_at: string | null
}

export interface Memory {
  /** What it is about, one of the kind's topics. */
  readonly topic: string
  /** What is remembered, as JSON; `recall` compares its texts. */
  readonly payload: Readonly<Record<string, unknown>>
  /** Key of the memory, such as "failure:fb-1"; at most 256 characters. */
  readonly embedding_key: string
  /** Whole number, 0 to 100. */
  readonly confidence: number
  readonly source_kind: string
  readonly source_id: string
  /** When it was remembered, ISO 8601. */
  readonly recorded_at: string
}

export type NewMemory = Omit<Memory, "recorded_at" | "source_kind">

/** Shared things that rows need; when one is missing, no row is to blame. */
export const ENVIRONMENTS = ["model", "forge", "runner", "budget"] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** A missing shared thing. Until then no row that needs it is tried; then one of them looks whether it is back. */
export interface Breaker {
  /** The kind of thing that is missing. */
  readonly environment: Environment
  readonly name: string
  /** Why it counts as missing, as the last try was told. */
  readonly reason: string
  /** When it was last found missing, ISO 8601. */
  readonly opened_at: string
  /** Not tried again before this time, ISO 8601. */
  readonly until: string
  /** How often it was found missing in a row. */
  readonly tries: number
  /** Waiting does not help: it refuses the caller, because of an expired token for instance. */
  readonly needs_person: boolean
}

/** With the ids of rows that met it and have not found it back. */
export type MetBreaker = Breaker & {
  /** Ids of the rows that found it missing and have not got through since. */
  readonly row_ids: readonly string[]
}

export type Need = Pick<Breaker, "environment" | "name">

export interface ClaimHolder {
  readonly pid: number
  readonly host: string
  /** When it claimed the row, ISO 8601. */
  readonly since: string
}

/** What a waiting row waits for, and when to look again. Not part of its history. */
export interface Wait {
  /** "approval", "merge", "ci". */
  readonly for: string
  /** When it began to wait for this, ISO 8601. */
  readonly since: string
  /** Not before; null: whenever somebody looks. */
  readonly look_at: string | null
  /** When it has waited long enough; null for never. */
  readonly deadline: string | null
}

export interface ListQuery<State extends string = string> {
  /** Only rows in this state. Default: rows in any state. */
  readonly state?: State | undefined
  /** Default 100, at most 1000. */
  readonly limit?: number | undefined
  readonly after?: string | undefined
  /** Newest first. Default false: oldest first. */
  readonly newest_first?: boolean | undefined
}

export interface ClaimOptions {
  readonly id?: string | undefined
  /** Only rows that arrived after this one, so a pass over the store takes each once. */
  readonly after?: string | undefined
  /** Only rows of this repository, or without a known one yet. */
  readonly repository?: string | undefined
}

/**
 * Where rows of one kind are kept; several processes may share it. Every method rejects with StoreError: `not_found`,
 * `illegal_transition`, `corrupt`, `busy`, `exists`, `not_claimed`, `closed`, `io`; and with InvalidOptionError for a
 * malformed row, change or id. A change and its note are one transaction. Texts are kept without secrets.
 */
export interface JobStore<Types extends JobTypes = JobTypes> {
  /** The database file, or the address of the server without its password. */
  readonly path: string
  /** Adds a row in its first state, with the first note of its history. */
  add(given: Types["given"]): Promise<Types["row"]>
  /** Checks the row against its last note. */
  get(id: string): Promise<Types["row"]>
  /** Oldest first, unless asked otherwise. Not checked against the notes. */
  list(query?: ListQuery<Types["row"]["state"]> & Types["filter"]): Promise<readonly Types["row"][]>
  /** How many rows there are in each state, without states that have none. */
  counts(query?: Types["filter"]): Promise<Readonly<Partial<Record<Types["row"]["state"], number>>>>
  /** How many values of a part of the request there are, such as addresses. */
  countValues(filter: keyof Types["filter"] & string): Promise<number>
  /** Oldest first; the first one says that the row arrived. Checks the whole chain, and the row against it. */
  notes(id: string): Promise<readonly JobNote[]>
  /**
   * Notes of all rows of this kind after this position, oldest first; with null the newest ones. Their chains are not
   * checked. Default limit 100, at most 1000.
   */
  notesSince(position: number | null, limit?: number): Promise<readonly PlacedNote[]>
  /** The one way a row changes. Rejects with `not_claimed` while another process works on it. */
  change(id: string, change: Types["change"]): Promise<Types["row"]>
  /**
   * Takes the oldest row in one of these states for this open store, or null. It stays taken, also for this store,
   * until released, the store closed or this process gone. On another machine it stays taken until 5 minutes after
   * the last renewal. Rejects with `corrupt` when the oldest one is; the error has its id, for `after`.
   */
  claim(states: readonly Types["row"]["state"][], options?: ClaimOptions): Promise<Types["row"] | null>
  /** Renews this store's claim on a row; false when another store took it over. */
  renew(id: string): Promise<boolean>
  /** The process that works on a row now, this one included; null without one. */
  holder(id: string): Promise<ClaimHolder | null>
  /** The same of all rows of this kind that a process works on, by their ids. */
  holders(): Promise<ReadonlyMap<string, ClaimHolder>>
  /** Releases a row; does nothing when this store does not hold it. */
  release(id: string): Promise<void>
  /** One request a round; a second request with the same round changes nothing. */
  requestApproval(id: string, round: number, body: string): Promise<Approval>
  /** All requests for approval of a row, by rounds, answered ones included. */
  approvals(id: string): Promise<readonly Approval[]>
  /**
   * Answers the request of the newest round, also while another process works on the row. Rejects with `not_found`
   * without an open request, or when the row has ended. `refine` needs a reply.
   */
  answer(
    id: string,
    answer: {
      readonly answer: ApprovalAnswer
      /** The wish for a change, or the reason. Default none; at most 16 384 characters. */
      readonly reply?: string
      /** Name of the person, at most 128 characters. */
      readonly by: string
    },
  ): Promise<Approval>
  /** One memory a topic and source; a second one changes nothing. */
  remember(memories: readonly NewMemory[]): Promise<void>
  /** Those that share most words with the text first, then the newest; of the newest 500. Default limit 3, at most 100. */
  recall(topic: string, text: string, limit?: number): Promise<readonly Memory[]>
  /** What a row waits for; null removes it. `since` stays while the reason is the same. */
  wait(id: string, wait: Omit<Wait, "since"> | null): Promise<Wait | null>
  /** Of all rows of this kind, by their ids. */
  waits(): Promise<ReadonlyMap<string, Wait>>
  /** The open ones, oldest first, whatever kind of row met them. */
  breakers(): Promise<readonly MetBreaker[]>
  /**
   * Notes that a row found an environment missing: until `retry_after_ms` from now, else for one minute, doubled each
   * time, up to an hour. When only one row finds it missing, while others got through, only that row waits.
   */
  openBreaker(
    found: Need &
      Pick<Breaker, "reason"> & {
        /** The row that found it missing. */
        readonly row_id: string
        /** How long the service asks to wait, in milliseconds; null when it does not say. */
        readonly retry_after_ms: number | null
        /** Default false. */
        readonly needs_person?: boolean | undefined
        /** Only this row waits, whatever others find. Default false. */
        readonly is_of_row?: boolean | undefined
      },
  ): Promise<Breaker>
  /**
   * The breaker that blocks a row now, or null. When its time is over, one row gets null and tries; the others wait
   * another minute. The next to try is the row that tried least often and waited longest; a row that misses its turn
   * is skipped. `is_turn_of_another`: another row may try.
   */
  passBreakers(
    needs: readonly Need[],
    row_id: string,
  ): Promise<
    | (Breaker & {
        /** True when another row may try now; absent while the time runs. */
        readonly is_turn_of_another?: true
      })
    | null
  >
  /** A row found it back. */
  closeBreaker(need: Need, row_id: string): Promise<void>
  /** Ends the time of these breakers: the next row that asks looks whether they are back, and the others wait for it. While a row looks already, it changes nothing. */
  lookAgain(breakers: readonly Need[]): Promise<void>
  /** Checks every chain of the store, and that none is missing. Rejects with `corrupt` naming the row and note. */
  check(): Promise<{
    /** Rows whose chains are whole. */
    readonly rows: number
    readonly notes: number
  }>
  /** Releases what this store has claimed. */
  close(): Promise<void>
}
