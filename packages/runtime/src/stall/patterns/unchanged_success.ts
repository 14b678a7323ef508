import { hasEdited } from "../changed.ts"
import { knob, optionalInteger } from "../knob.ts"
import type { SettledResult } from "../settled_result.ts"
import { flag, list, number, record, text } from "../shape.ts"
import { memoryOf, recall, remember } from "./memory.ts"
import type { Reached, ResultPattern, Trip } from "./pattern.ts"

const MOST_SCRIPTS = 8
/** How far back an answer is remembered, in runs. */
const MOST_ANSWERS = 8

const SILENT = memoryOf({
  name: "silent_success",
  shape: record({ program: text, command: text, form: text, count: number }),
  start: { program: "", command: "", form: "", count: 0 },
  over: "new_task",
})
const SHOWN = memoryOf({
  name: "shown_success",
  shape: list(record({ script: text, key: text, count: number, edited: flag })),
  start: [],
  over: "new_task",
})
/** What the last runs printed since the last write, each by what was run. */
const ANSWERS = memoryOf({
  name: "same_answers",
  shape: list(record({ answer: text, command: text, form: text })),
  start: [],
  over: "new_task",
})

const knobs = {
  /** Successful runs in a row that show nothing new: variants of a silent command, or one script after each of several edits. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  unchanged_success_after: knob([optionalInteger(2), null, 3], "proofloop"),
}

/**
 * Calls that succeed and show nothing new. Either one silent command in variant after variant without an edit
 * between; other numbers or files make no variant. Or a script of the model that prints the same after every edit. It
 * may be right, so it is a hint.
 * @requirement patterns.unchanged_success
 */
export const unchangedSuccess: ResultPattern<typeof knobs> = {
  name: "unchanged_success",
  confidence: "hint",
  knobs,
  memory: [SILENT, SHOWN, ANSWERS],
  observe(draft, results, config) {
    const threshold = config.unchanged_success_after
    if (threshold === null) return null
    let silent = recall(draft, SILENT)
    let shown = recall(draft, SHOWN)
    let answers = recall(draft, ANSWERS)
    let trip: Trip | null = null
    for (const result of results) {
      if (result.wrote) [silent, answers] = [SILENT.start, []]
      if (hasEdited(result)) shown = shown.map((row) => ({ ...row, edited: true }))
      const { ran, call, observation } = result
      if (ran === null || call.soft || observation.running || config.exempt_tools.includes(call.tool_name))
        continue
      const [silent_before, shown_before] = [silent.count, countOf(shown, ran)]
      silent = nextSilent(silent, ran, result)
      shown = nextShown(shown, ran, result)
      const shown_after = countOf(shown, ran)
      const [next, same_answers] = nextAnswers(answers, ran, result)
      answers = next
      if (isDue(silent.count, silent_before, threshold))
        trip = { count: silent.count, threshold, observed: observation, says: saySilent }
      else if (isDue(shown_after, shown_before, threshold))
        trip = { count: shown_after, threshold, observed: observation, says: sayShown }
      else if (isDue(same_answers, 0, threshold))
        trip = { count: same_answers, threshold, observed: observation, says: sayAnswered }
    }
    remember(draft, SILENT, silent)
    remember(draft, SHOWN, shown)
    remember(draft, ANSWERS, answers)
    return trip
  },
}

type Ran = NonNullable<SettledResult["ran"]>

function nextSilent(
  row: typeof SILENT.start,
  { program, is_silent, command, form }: Ran,
  { ok }: SettledResult,
): typeof SILENT.start {
  if (program === null) return row
  if (!ok || !is_silent) return row.program === program ? SILENT.start : row
  const same = row.program === program
  // The next step of a sweep, or of a list of files, does not count as a variant.
  const is_next = same && row.form === form && row.command !== command
  return { program, command, form, count: same ? row.count + (is_next ? 0 : 1) : 1 }
}

function nextShown(
  rows: typeof SHOWN.start,
  { script }: Ran,
  { ok, observation: { key } }: SettledResult,
): typeof SHOWN.start {
  if (script === null) return rows
  const others = rows.filter((row) => row.script !== script)
  if (!ok) return others
  const row = rows.find((known) => known.script === script && known.key === key)
  const count = row === undefined ? 1 : row.count + (row.edited ? 1 : 0)
  return [...others, { script, key, count, edited: false }].slice(-MOST_SCRIPTS)
}

/** The answers with this one, and how often it is among them; 0 for one that does not count. */
function nextAnswers(
  answers: typeof ANSWERS.start,
  { program, script, command, form, is_long }: Ran,
  { ok, role, observation: { key } }: SettledResult,
): readonly [typeof ANSWERS.start, number] {
  if (program === null || (script === null && role !== "none") || !ok || !is_long) return [answers, 0]
  const answer = `${program} ${key}`
  const same = answers.filter((other) => other.answer === answer)
  // The next step of a sweep asks something else.
  if (same.some((other) => other.form === form && other.command !== command)) return [answers, 0]
  return [[...answers, { answer, command, form }].slice(-MOST_ANSWERS), same.length + 1]
}

function countOf(rows: typeof SHOWN.start, { script }: Ran): number {
  return rows.find((row) => row.script === script)?.count ?? 0
}

/** At the threshold, and at every second further one. */
function isDue(count: number, before: number, threshold: number): boolean {
  return count > before && count >= threshold && (count - threshold) % 2 === 0
}

function saySilent({ count }: Reached): string {
  return (
    `The last ${count} runs of this command ended well and printed nothing. ` +
    "Another variant will say no more: run what shows the result, or go on."
  )
}

function sayAnswered({ count }: Reached): string {
  return (
    `${count} runs of this have printed the same, and no edit was seen in between. ` +
    "Another variant will print it again: change what it reads, or go on from what it shows."
  )
}

function sayShown({ count }: Reached): string {
  return (
    `The script printed the same ${count} times, with a change to files before each further run. ` +
    "If that is not what it should print, the edits do not reach what it runs: look at what it loads."
  )
}
