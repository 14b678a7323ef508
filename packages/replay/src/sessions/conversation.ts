import { canonicalJson, readText, sha256Hex } from "@proofloop/foundation/text"
import { callArguments } from "./call_arguments.ts"
import { carriedCalls, carriedResults } from "./carried_calls.ts"
import { RecentMap } from "./recent_map.ts"
import { recordedCall, type Recording } from "./recorded_call.ts"
import type { RecordedTurn, SessionItem, SessionRun } from "./session.ts"

/** A call of the turn at hand, before it has its number. */
export type OpenCall = Omit<Recording, "event" | "observation">

export type CallResult = Partial<Recording> & Pick<Recording, "observation">

/** How many closed turns wait for results that come late. */
const MAX_LATE = 16
const REMEMBERED = 50_000

/** One run as it is read, turn by turn. Its own item comes before its first turn, so that `describe` may learn the model until then. */
export class Conversation {
  readonly #describe: () => SessionRun
  readonly #annotationsOf: AnnotationsOf
  #turn: OpenTurn
  /** Closed turns, the first of which waits for a result: it may stand behind other replies. */
  readonly #late: OpenTurn[] = []
  /** Whether the calls with these ids have their results. */
  readonly #made = new RecentMap<boolean>(REMEMBERED)
  #event = 0
  #is_announced = false
  #is_next_asked = false
  /** Digest of the user's last words. */
  #said = ""

  /** `annotationsOf`: what is known of the tools whose calls stand in the code of another call. */
  constructor(describe: () => SessionRun, annotationsOf: AnnotationsOf = () => undefined) {
    this.#describe = describe
    this.#annotationsOf = annotationsOf
    this.#turn = new OpenTurn(annotationsOf)
  }

  say(text: string): void {
    if (text.trim() !== "") this.#turn.texts.push(text)
  }

  /** Reasoning, which stands for the text of a turn that has none. */
  think(text: string): void {
    if (text.trim() !== "") this.#turn.thoughts.push(text)
  }

  /** An empty id counts as missing; calls that share an id get their results in order. */
  call(id: string | undefined, call: OpenCall): void {
    if (isId(id)) this.#made.set(id, false)
    this.#turn.add({ ...call, id: isId(id) ? id : undefined, observation: null, is_answered: false, ran: [] })
  }

  /** A call that the latest waiting one made by its code, with its outcome. False where no call waits. */
  ran(call: OpenCall, result: CallResult): boolean {
    const carrier = [this.#turn, ...this.#late.toReversed()].flatMap((turn) => turn.latest ?? []).at(0)
    carrier?.ran.push({ ...call, ...result })
    return carrier !== undefined
  }

  /** The call with this id that waits; without an id the first of the turn at hand. */
  waiting(id: string | undefined): OpenCall | undefined {
    return this.#turnWaiting(id)?.waiting(id)
  }

  /** False where no call has waited for it: the same result once more is a copy. */
  result(id: string | undefined, result: CallResult): boolean {
    const turn = this.#turnWaiting(id)
    if (turn === undefined) return isId(id) && this.#made.get(id) === true
    turn.answer(turn.waiting(id), result)
    if (isId(id)) this.#made.set(id, true)
    return true
  }

  /** A result that names its tool alone: of the turn's first waiting call of it, else of the first that waits. */
  resultOf(tool: string, result: CallResult): void {
    const call = this.#turn.calls.find((made) => made.tool === tool && !made.is_answered)
    this.#turn.answer(call ?? this.#turn.waiting(undefined), result)
  }

  /** Whether a call with this id was made before: a copy, where an id names one call. */
  isCopy(id: string | undefined): boolean {
    return isId(id) && this.#made.get(id) !== undefined
  }

  spend(tokens: RecordedTurn["tokens"]): void {
    this.#turn.tokens = tokens ?? this.#turn.tokens
  }

  /**
   * The user speaks. Ends the turn at hand, unless calls of it wait: their results may still come. The same words again
   * behind a reply without a call are a harness's, and ask for nothing new.
   */
  asked(content?: unknown): readonly SessionItem[] {
    const words = content === undefined ? "" : sha256Hex(canonicalJson(content).replaceAll(/\d/g, ""))
    const is_echo = words !== "" && words === this.#said && this.#turn.holds_words
    this.#said = words
    if (is_echo) return this.close()
    if (this.#turn.holds_any) this.#is_next_asked = true
    else this.#turn.is_asked = true
    return this.#turn.waits ? [] : this.close()
  }

  /** A reply that failed on its way is a turn that did nothing. */
  failed(error: string): readonly SessionItem[] {
    this.think(error)
    this.count()
    return this.close()
  }

  /** The turn at hand is one even if it holds nothing. */
  count(): void {
    this.#turn.is_counted = true
  }

  get is_empty(): boolean {
    return this.#turn.is_empty
  }

  get has_calls(): boolean {
    return this.#turn.calls.length > 0
  }

  /** Whether the response of the turn at hand is over: a result has come, or the user has spoken since. */
  get is_answered(): boolean {
    return this.#turn.has_result || this.#is_next_asked
  }

  /** Ends the turn at hand. Gives the turns that are complete, in order; none where the turn holds neither words nor calls. */
  close(): readonly SessionItem[] {
    const turn = this.#turn
    if (!turn.holds_any) {
      turn.tokens = undefined
      return []
    }
    this.#turn = new OpenTurn(this.#annotationsOf, this.#is_next_asked)
    this.#is_next_asked = false
    this.#late.push(turn)
    return this.#complete(MAX_LATE)
  }

  /** The run's own item, unless it was handed on already. */
  announce(): readonly SessionItem[] {
    if (this.#is_announced) return []
    this.#is_announced = true
    return [{ type: "run", ...this.#describe() }]
  }

  /** Ends the run: its last turns, and the run itself where it had none. */
  end(): readonly SessionItem[] {
    return [...this.close(), ...this.#complete(0), ...this.announce()]
  }

  #complete(kept: number): readonly SessionItem[] {
    const items: SessionItem[] = []
    while (this.#late.length > kept || this.#late[0]?.waits === false) {
      const turn = this.#late.shift()
      if (turn === undefined) break
      const recorded = turn.recorded(this.#event)
      items.push(...this.announce(), { type: "turn", turn: recorded })
      this.#event += Math.max(1, recorded.calls.length)
    }
    return items
  }

  /** Calls without an id have their results before the next reply. */
  #turnWaiting(id: string | undefined): OpenTurn | undefined {
    const turns = isId(id) ? [this.#turn, ...this.#late] : [this.#turn]
    return turns.find((turn) => turn.waiting(id) !== undefined)
  }
}

type AnnotationsOf = (tool: string, call_arguments: unknown) => OpenCall["annotations"]

type EndedCall = Omit<Recording, "event">

type MadeCall = EndedCall & {
  readonly id: string | undefined
  readonly is_answered: boolean
  /** Calls that its code made, as far as they are recorded themselves. */
  readonly ran: EndedCall[]
}

class OpenTurn {
  readonly texts: string[] = []
  readonly thoughts: string[] = []
  readonly calls: MadeCall[] = []
  tokens: RecordedTurn["tokens"]
  is_asked: boolean
  is_counted = false
  /** The calls with an id that wait. */
  readonly #waiting = new Map<string, MadeCall[]>()
  #first_waiting = 0
  #answered = 0

  readonly #annotationsOf: AnnotationsOf

  constructor(annotationsOf: AnnotationsOf, is_asked = false) {
    this.#annotationsOf = annotationsOf
    this.is_asked = is_asked
  }

  get is_empty(): boolean {
    return this.texts.length + this.thoughts.length + this.calls.length === 0
  }

  get holds_words(): boolean {
    return this.calls.length === 0 && this.holds_any
  }

  get holds_any(): boolean {
    return !this.is_empty || this.is_counted
  }

  get has_result(): boolean {
    return this.#answered > 0
  }

  /** The latest call that waits. */
  get latest(): MadeCall | undefined {
    return this.calls.findLast((call) => !call.is_answered)
  }

  get waits(): boolean {
    return this.#answered < this.calls.length
  }

  add(call: MadeCall): void {
    this.calls.push(call)
    if (call.id === undefined) return
    const same = this.#waiting.get(call.id)
    if (same === undefined) this.#waiting.set(call.id, [call])
    else same.push(call)
  }

  waiting(id: string | undefined): MadeCall | undefined {
    if (isId(id)) return this.#waiting.get(id)?.[0]
    while (this.calls[this.#first_waiting]?.is_answered === true) this.#first_waiting += 1
    return this.calls[this.#first_waiting]
  }

  answer(call: MadeCall | undefined, result: CallResult): void {
    if (call === undefined) return
    Object.assign(call, result, { is_answered: true })
    this.#answered += 1
    const same = this.#waiting.get(call.id ?? "")
    same?.splice(same.indexOf(call), 1)
  }

  /** A call, or in its place those that its code made. Of recorded ones the code tells nothing but the order. */
  #made({ id: _id, is_answered: _is_answered, ran, ...call }: MadeCall): readonly EndedCall[] {
    const carried = carriedCalls(call.arguments)
    if (carried.length + ran.length === 0) return [call]
    const results = carriedResults(carried.length, call)
    const rest = [...ran]
    const tools = new Set(ran.map(({ tool }) => tool))
    const made = carried.flatMap((inner, index): EndedCall[] => {
      const annotations = this.#annotationsOf(inner.tool, callArguments(inner.arguments))
      const named: EndedCall = { observation: null, ...results[index], ...inner, annotations }
      const at = rest.findIndex((one) => isSame(one, named))
      if (at !== -1) return rest.splice(at, 1)
      return tools.has(inner.tool) ? [] : [named]
    })
    return [...made, ...rest]
  }

  recorded(event: number): RecordedTurn {
    const said = this.texts.length > 0 ? this.texts : this.thoughts
    return {
      event,
      text: said.join("\n"),
      ...(this.is_asked ? { after_user: true } : {}),
      calls: this.calls
        .flatMap((call) => this.#made(call).map((made) => ({ made, id: call.id })))
        .map(({ made, id }, index) => ({
          ...recordedCall({ ...made, event: event + index }),
          ...(id !== undefined && { id }),
        })),
      ...(this.tokens === undefined ? {} : { tokens: this.tokens }),
    }
  }
}

/** Whether a recorded call is the one that stands in the code: by its command, where both have one. */
function isSame(inner: EndedCall, other: EndedCall): boolean {
  const [one, two] = [inner, other].map((call) => readText(callArguments(call.arguments), "command"))
  return one === undefined || two === undefined ? inner.tool === other.tool : one === two
}

function isId(id: string | undefined): id is string {
  return id !== undefined && id !== ""
}
