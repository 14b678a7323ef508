import { recordedCall, type Recording } from "./recorded_call.ts"
import type { RecordedTurn, SessionItem, SessionRun } from "./session.ts"

/** A call of the turn at hand, before it has its number. */
export type OpenCall = Omit<Recording, "event" | "observation">

export type CallResult = Partial<Recording> & Pick<Recording, "observation">

/** One run as it is read, turn by turn. Its own item comes before its first turn, so that `describe` may learn the model until then. */
export class Conversation {
  readonly #describe: () => SessionRun
  readonly #texts: string[] = []
  readonly #thoughts: string[] = []
  readonly #calls: (Omit<Recording, "event"> & { readonly id: string | undefined })[] = []
  /** Where the calls with an id stand, and how many of them have their result. */
  readonly #places = new Map<string, { readonly indices: number[]; answered: number }>()
  #first_waiting = 0
  #waiting = 0
  #tokens: RecordedTurn["tokens"]
  #event = 0
  #is_announced = false
  #is_asked = false
  #is_next_asked = false
  #is_counted = false

  constructor(describe: () => SessionRun) {
    this.#describe = describe
  }

  say(text: string): void {
    if (text.trim() !== "") this.#texts.push(text)
  }

  /** Reasoning, which stands for the text of a turn that has none. */
  think(text: string): void {
    if (text.trim() !== "") this.#thoughts.push(text)
  }

  /** An empty id counts as missing; calls that share an id get their results in order. */
  call(id: string | undefined, call: OpenCall): void {
    if (isId(id)) {
      const places = this.#places.get(id) ?? { indices: [], answered: 0 }
      places.indices.push(this.#calls.length)
      this.#places.set(id, places)
    }
    this.#calls.push({ ...call, id, observation: null })
    this.#waiting += 1
  }

  /** The call of the turn at hand with this id; without an id the first that still waits. */
  waiting(id: string | undefined): OpenCall | undefined {
    return this.#calls[this.#indexOf(id)]
  }

  /** False where no call of the turn at hand waits for it. */
  result(id: string | undefined, result: CallResult): boolean {
    const index = this.#indexOf(id)
    const call = this.#calls[index]
    if (call === undefined) return false
    this.#calls[index] = { ...call, ...result }
    const places = isId(call.id) ? this.#places.get(call.id) : undefined
    if (places !== undefined) places.answered += 1
    if (index === this.#first_waiting) this.#first_waiting += 1
    this.#waiting -= 1
    return true
  }

  spend(tokens: RecordedTurn["tokens"]): void {
    this.#tokens = tokens ?? this.#tokens
  }

  /** The user speaks. Ends the turn at hand, unless calls of it wait: their results may still come. */
  asked(): readonly SessionItem[] {
    if (this.#holds_turn) this.#is_next_asked = true
    else this.#is_asked = true
    return this.#waiting > 0 ? [] : this.close()
  }

  /** The turn at hand is one even if it holds nothing. */
  count(): void {
    this.#is_counted = true
  }

  get is_empty(): boolean {
    return this.#texts.length + this.#thoughts.length + this.#calls.length === 0
  }

  get has_calls(): boolean {
    return this.#calls.length > 0
  }

  /** Whether the response of the turn at hand is over: a result has come, or the user has spoken since. */
  get is_answered(): boolean {
    return this.#waiting < this.#calls.length || this.#is_next_asked
  }

  /** Ends the turn at hand. Empty where it holds neither words nor calls. */
  close(): readonly SessionItem[] {
    if (!this.#holds_turn) {
      this.#tokens = undefined
      return []
    }
    const run = this.announce()
    const said = this.#texts.length > 0 ? this.#texts : this.#thoughts
    const event = this.#event
    const turn: RecordedTurn = {
      event,
      text: said.join("\n"),
      ...(this.#is_asked ? { after_user: true } : {}),
      calls: this.#calls.map(({ id: _id, ...call }, index) =>
        recordedCall({ ...call, event: event + index }),
      ),
      ...(this.#tokens === undefined ? {} : { tokens: this.#tokens }),
    }
    this.#event += Math.max(1, this.#calls.length)
    this.#texts.length = this.#thoughts.length = this.#calls.length = this.#waiting = 0
    this.#places.clear()
    this.#first_waiting = 0
    this.#tokens = undefined
    this.#is_counted = false
    this.#is_asked = this.#is_next_asked
    this.#is_next_asked = false
    return [...run, { type: "turn", turn }]
  }

  /** The run's own item, unless it was handed on already. */
  announce(): readonly SessionItem[] {
    if (this.#is_announced) return []
    this.#is_announced = true
    return [{ type: "run", ...this.#describe() }]
  }

  /** Ends the run: its last turn, and the run itself where it had none. */
  end(): readonly SessionItem[] {
    return [...this.close(), ...this.announce()]
  }

  get #holds_turn(): boolean {
    return !this.is_empty || this.#is_counted
  }

  #indexOf(id: string | undefined): number {
    if (isId(id)) {
      const places = this.#places.get(id)
      return places?.indices[places.answered] ?? -1
    }
    while ((this.#calls[this.#first_waiting]?.observation ?? null) !== null) this.#first_waiting += 1
    return this.#first_waiting
  }
}

function isId(id: string | undefined): id is string {
  return id !== undefined && id !== ""
}
