import type { ToolCall, ToolResult } from "../../protocol/tool.ts"
import type { CoreConfig } from "../core_knobs.ts"
import type { Moment } from "../transcripts.fixture.ts"

/** What one call or verdict did, as far as the transcript alone tells. */
export interface Deed {
  readonly turn: number
  readonly tool: string
  /** Name and arguments, and how it ended. */
  readonly call: string
  readonly result: ToolResult
  /** The lines that show its failure; none unless it failed. */
  readonly shown: readonly string[]
  readonly is_edit: boolean
  /** It surely edited. */
  readonly edited: boolean
  /** It brought a file back as it was. */
  readonly took_back: boolean
  /** It may have changed something; sure for an edit that went through. */
  readonly touched: boolean
}

export interface Record {
  /** A failed edit is a rejection, no evidence of a check. */
  readonly rejects: boolean
  readonly deeds: readonly Deed[]
  readonly proposed: readonly ToolCall[]
  readonly moments: readonly Moment[]
}

/** A paragraph for the model: what its first line captured, and the blocks that it quotes. */
export interface Said {
  readonly words: readonly string[]
  readonly quotes: readonly (readonly string[])[]
}

const EDITS = ["apply_fix", "fix_and_test"]
/** Commands of the transcripts that only look or check. */
const LOOKS = ["ls", "npm test", "npm run build"]

function deedOf(
  turn: number,
  { name: tool = "", arguments: given }: ToolCall,
  result: ToolResult,
  reads = false,
): Deed {
  const { ok, mutation_status, status } = result
  const { command = "" } = (given ?? {}) as { readonly command?: string }
  const is_edit = EDITS.includes(tool)
  const may_edit = is_edit || (reads && command.startsWith("sed -i"))
  const edited = mutation_status === "applied" || (may_edit && ok === true && mutation_status === undefined)
  const is_open = ["undeclared", "", "shell"].includes(tool) && !LOOKS.includes(command)
  const failing = ok !== true || status !== undefined
  return {
    turn,
    tool,
    call: JSON.stringify([tool, given]),
    result,
    shown: failing ? shownOf(result) : [],
    is_edit,
    edited,
    took_back: command.startsWith("git restore"),
    touched: edited || (is_open && mutation_status === undefined && (ok === true || command === "hugo")),
  }
}

/** Nobody knows what became of it. */
function unanswered(turn: number, call: ToolCall): Deed {
  const deed = deedOf(turn, call, { ok: true, output: "" })
  return { ...deed, result: {}, edited: false }
}

function shownOf({ diagnostics, error, output }: ToolResult): readonly string[] {
  if (diagnostics !== undefined)
    return diagnostics.map(({ test_id, message }) => `${textOf(test_id)}: ${textOf(message)}`)
  return textOf(error ?? output).split("\n")
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value)
}

/** The record of a transcript, from its moments alone. */
export function recordOf(moments: readonly Moment[], { failed_edit, undeclared_role }: CoreConfig): Record {
  const reads = undeclared_role === "infer"
  const deeds: Deed[] = []
  const proposed: ToolCall[] = []
  let calls: readonly ToolCall[] = []
  let turn = 0
  for (const moment of moments) {
    if (moment.at === "propose") {
      turn += 1
      calls = moment.proposal.tool_calls
      proposed.push(...calls)
    } else if (moment.at === "settle") {
      const { results } = moment.settlement
      calls.forEach((call, at) => {
        const result = results[at]
        deeds.push(result === undefined ? unanswered(turn, call) : deedOf(turn, call, result, reads))
      })
    } else if (moment.verdict.status === "fail") {
      const { evidence } = moment.verdict
      deeds.push(deedOf(turn, { name: "verdict" }, { ok: false, error: evidence }))
    }
  }
  return { rejects: failed_edit === "edit_rejected", deeds, proposed, moments }
}

/** Where a failure was seen that is shown so, or a part of it through a narrower check. */
export function seen(
  { deeds: all, rejects }: Record,
  quoted: readonly string[] | undefined,
): readonly Deed[] {
  if (quoted === undefined) return []
  const deeds = all.filter(({ tool }) => !rejects || tool !== "apply_fix")
  const whole = deeds.filter(({ shown }) => shown.length > 0 && shown.join("\n").includes(quoted.join("\n")))
  const parts = new Set(whole.flatMap(({ shown }) => shown))
  return deeds.filter(
    (deed) => whole.includes(deed) || (deed.shown.length > 0 && deed.shown.every((line) => parts.has(line))),
  )
}

export function turnsOf(deeds: readonly Deed[]): number {
  return new Set(deeds.map(({ turn }) => turn)).size
}

/** Whether the failure was seen in so many turns, from one time to another where `holds`. */
export function stood(
  record: Record,
  quoted: readonly string[] | undefined,
  times: number,
  holds: (between: readonly Deed[], since: readonly Deed[]) => boolean,
): boolean {
  const { deeds } = record
  const all = seen(record, quoted)
  return all.some((first, from) =>
    all.some((last, to) => {
      if (to < from || turnsOf(all.slice(from, to + 1)) < times) return false
      const start = deeds.indexOf(first) + 1
      return holds(deeds.slice(start, deeds.indexOf(last)), deeds.slice(start))
    }),
  )
}

function filesOf({ call, result }: Deed): readonly string[] {
  const [, given] = JSON.parse(call) as [string, { readonly path?: string; readonly command?: string } | null]
  const hashed = Object.keys(result.file_hashes ?? {})
  return hashed.length > 0 ? hashed : [given?.path ?? given?.command?.split(" ").slice(-1) ?? []].flat()
}

/** Edits of these files, or so many, that the failure has outlasted: it was seen before they could be taken back. */
export function outlasted(
  record: Record,
  quoted: Said["quotes"][number] | undefined,
  times: number,
  what: string,
): boolean {
  const runs = seen(record, quoted)
  return stood(record, quoted, times, (between) => {
    const isLost = (at: number): boolean =>
      between.slice(at).find((one) => one.took_back || runs.includes(one))?.took_back === true
    const edits = between.filter(({ edited }, at) => edited && !isLost(at))
    const count = /^(\d+) edits?$/.exec(what)?.[1]
    if (count !== undefined) return edits.length >= Number(count)
    const files = edits.flatMap(filesOf)
    return what
      .replace(/ and others$/, "")
      .split(", ")
      .every((name) => files.includes(name))
  })
}

/** Whether the last edits so many were all not applied, the last one for the quoted reason. */
export function lastRejected(
  { deeds }: Record,
  times: number,
  quoted: readonly string[] | undefined,
): boolean {
  const edits = deeds.filter(({ is_edit, edited }) => is_edit || edited)
  const last = edits.slice(-times)
  const reason = quoted === undefined || (last.at(-1)?.shown ?? []).includes(quoted[0] ?? "")
  return last.length === times && last.every(({ touched }) => !touched) && reason
}

/** How often two things took turns, at most. Calls of one turn have no order. */
export function rounds(one: readonly Deed[], other: readonly Deed[]): number {
  const turns = [...new Set([...one, ...other].map(({ turn }) => turn))].toSorted((a, b) => a - b)
  const has = (deeds: readonly Deed[], at: number): boolean => deeds.some(({ turn }) => turn === at)
  const lengths = [true, false].map((first) => {
    let is_one = first
    let length = 0
    for (const turn of turns) {
      for (const _ of [1, 2]) {
        if (!has(is_one ? one : other, turn)) continue
        length += 1
        is_one = !is_one
      }
    }
    return length
  })
  return Math.floor(Math.max(...lengths) / 2)
}

export function rejections({ deeds }: Record, quoted: readonly string[] | undefined): readonly Deed[] {
  return deeds.filter(({ is_edit, edited, result: { error, output } }) => {
    const text = textOf(error ?? output) || "(nothing)"
    return is_edit && !edited && text.split("\n").includes(quoted?.[0] ?? "")
  })
}

export function alike(
  record: Record,
  tool: string,
  isCounted: (deed: Deed) => boolean,
  keyOf: (deed: Deed) => string,
): number {
  const counts = new Map<string, number>()
  for (const deed of record.deeds.filter((one) => JSON.stringify(one.tool) === tool && isCounted(one)))
    counts.set(keyOf(deed), (counts.get(keyOf(deed)) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

export const named = (word = ""): string => (word.startsWith('"') ? word : JSON.stringify(word))
/** What a result says. How many tests ran is no part of it, and a call that was not run has none. */
export const resultOf = ({ result }: Deed): string =>
  result.status === undefined ? JSON.stringify({ ...result, tests_run: 0, mutation_status: "" }) : "none"
export const turnsIn = ({ moments }: Record): number => moments.filter(({ at }) => at === "propose").length
export const some = (record: Record, isMeant: (moment: Moment) => boolean): number =>
  record.moments.filter(isMeant).length

/** Whether the failure was seen before anything was changed, as far as one can tell. */
export function wasFirst({ deeds, ...record }: Record, quoted: readonly string[] | undefined): boolean {
  const first = deeds.find(({ touched }) => touched)
  const before = first === undefined ? deeds : deeds.slice(0, deeds.indexOf(first) + (first.edited ? 0 : 1))
  return seen({ ...record, deeds: before }, quoted).length > 0
}
