import { attemptsFor, type LiveFailure } from "@proofloop/runtime/internal/detector"
import { MARK } from "../events/hook_reply.ts"
import type { HiddenCheck, HookState, RanCheck } from "./hook_state.ts"

const MAX_COMMAND = 300
const MAX_LIST = 5

/** Why the agent is held; `evidence` stays the same until something new is seen. */
export interface Open {
  readonly evidence: string
  /** What is open, in a sentence. */
  readonly what: string
  readonly details: readonly string[]
  readonly advice: string
  /** The same, as the agent may end its answer with. */
  readonly short: string
  /** No run of a check here would settle it: it cannot run, or the host does not tell how it ended. */
  readonly is_unsettled?: boolean
}

type Words = Omit<Open, "evidence">

/** Which checks fail, by the command that settles each, and the evidence. */
export function failingWords(
  failures: readonly LiveFailure[],
  { detector, commands, hidden_check: hidden }: Pick<HookState, "detector" | "commands" | "hidden_check">,
): Words {
  const commandOf = ({ check_id }: LiveFailure): RanCheck | undefined =>
    commands.find((known) => known.check_id === check_id)
  const named = failures.map((failure) => nameOf(failure, commandOf(failure)?.command))
  const details = failures.slice(0, MAX_LIST).map((failure, index) => {
    const { weakness = "" } = commandOf(failure) ?? {}
    return [
      `- ${named[index]}:`,
      quoted(failure.snippet),
      ...(attemptsFor(detector, failure)?.is_baseline ? ["  It was red before your first edit."] : []),
      ...(weakness === "" ? [] : [`  A pass since proves too little: ${weakness}.`]),
      ...(hidden?.check_id === failure.check_id ? [`  ${hiddenWords(hidden)}`] : []),
    ].join("\n")
  })
  const more = failures.length > MAX_LIST ? [`and ${failures.length - MAX_LIST} more`] : []
  return {
    what: "this failed, and no pass since settles it.",
    details: [...details, ...more],
    advice: failures.every(({ kind }) => kind === "timeout")
      ? "It ran out of time: give it more, run it in the background, or run a part of it. If it cannot be run, say so."
      : "Mend the cause and run the check again. If you cannot, say what fails and why instead of calling it done.",
    short: `${listed(named)} failed, and has not passed since.`,
  }
}

function hiddenWords({ command, why }: HiddenCheck): string {
  if (why === "unable") return `It could not run: ${short(command)}`
  return why === "unsaid"
    ? `How it ended cannot be told, because no exit code came: ${short(command)}`
    : `Whether the code works cannot be told from: ${short(command)}`
}

/** What is open although nothing fails: no check has passed on what is there now. */
export function uncheckedWords(
  files: readonly string[],
  command: string,
  {
    hidden_check: hidden,
    weakness,
  }: { readonly hidden_check: HiddenCheck | null; readonly weakness: string },
): Words {
  const what = `${files.length === 0 ? "code" : listed(files)} changed, and no check has passed since.`
  const run =
    hidden?.command === command
      ? "Run it so that its own exit code and report are seen, and no other command hides them."
      : `Run: ${short(command)}`
  return {
    what,
    details: [
      ...(weakness === "" ? [] : [`A pass since proves too little: ${weakness}.`]),
      ...(hidden === null ? [] : [hiddenWords(hidden)]),
    ],
    advice: `${run}\nIf it cannot be run here, say so instead of calling it done.`,
    short: what,
    is_unsettled: hidden !== null && hidden.why !== "hidden",
  }
}

/** What is open while commands run in the background. */
export function pendingWords(pending: readonly string[]): Words {
  const what = `this still runs in the background: ${listed(pending.map(short))}.`
  return { what, details: [], advice: "Wait for it, read how it ended, and go on from there.", short: what }
}

/** Why the agent is held. After the last hold the person may see nothing but what the agent says. */
export function heldWords({ what, details, advice, short: said }: Open, is_last: boolean): string {
  return [
    `${MARK} Not done yet: ${what}`,
    ...details,
    advice,
    ...(is_last ? [`If you stop with this open, end your answer with: "Open: ${said}"`] : []),
  ].join("\n")
}

/** What the person reads when the agent stops although something is open. */
export function handBackWords({ what, details }: Open): string {
  return [`${MARK} The agent stopped with this open: ${what}`, ...details].join("\n")
}

/** What the person reads while a command in the background keeps the agent from being judged. */
export function waitingWords(pending: readonly string[], { what, details }: Open): string {
  return [
    `${MARK} The agent stopped while this runs in the background: ${listed(pending.map(short))}.`,
    `Until it ends nothing is held. Open is: ${what}`,
    ...details,
  ].join("\n")
}

/** What the person reads of failures that were there before the agent's first edit, and were not its task. */
export function baselineWords(failures: readonly LiveFailure[]): string {
  return [
    `${MARK} Red before the agent's first edit, and still so; nothing was held for it.`,
    ...failures.slice(0, MAX_LIST).map((failure) => `- ${nameOf(failure)}:\n${quoted(failure.snippet)}`),
  ].join("\n")
}

/** What a call that tries to accept a failure reads. */
export const ACCEPTS_NOTHING = `${MARK} Only the person accepts a failure, and not by a call of an agent. This accepted nothing.`

/** What the person reads at the next stop, so that nobody accepts a failure in their name. */
export function acceptedWords(count: number): string {
  return `${MARK} ${count === 1 ? "A failure was" : `${count} failures were`} accepted in your name, by "proofloop accept" or \`hook accept\`.`
}

/** What the person reads where tests passed only after their files had been changed. */
export function changedTestsWords(files: readonly string[]): string {
  return `${MARK} Tests that had failed pass now, after their files were changed: ${listed([...new Set(files)])}.`
}

/** What the person reads where files changed while the agent did nothing. */
export function othersWords(files: readonly string[]): string {
  return `${MARK} No check has passed since these changed while the agent did not run: ${listed(files)}.`
}

export function futileWords(times: number, snippet: string): string {
  return [
    `${MARK} This very command failed ${times} times in the same way, and you changed nothing since:`,
    quoted(snippet),
    "Do not just run it again. Change something first, or look at the failure from another side.",
  ].join("\n")
}

/** What the model reads when an edit did not change a failure, the first time. */
export function unchangedWords(snippet: string, is_baseline: boolean): string {
  return [
    `${MARK} Your edit did not change this failure${is_baseline ? ", which was red before your first edit" : ""}:`,
    quoted(snippet),
    is_baseline
      ? "If it is part of your task, find out why before the next edit. If not, leave it and say so."
      : "Find out why before the next edit: it may not be where the failure comes from.",
  ].join("\n")
}

/** The model's message about a repeat that the detector warns of. */
export function nudgeWords(feedback: string): string {
  return `${MARK} ${feedback}`
}

function nameOf({ check_id }: LiveFailure, command?: string): string {
  return command === undefined && check_id === "default" ? "the last check" : short(command ?? check_id)
}

/** Behind a bar: hosts that wrap what a hook says in XML would turn `>` into `&gt;`. */
function quoted(text: string): string {
  return text
    .split("\n")
    .slice(0, MAX_LIST)
    .map((line) => `  | ${line}`)
    .join("\n")
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LIST).join(", ")
  return names.length > MAX_LIST ? `${shown} and ${names.length - MAX_LIST} more` : shown
}

function short(text: string): string {
  const line = text.replaceAll(/(?:\\\n|\s){1,1000}/g, " ").trim()
  return line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND)}…` : line
}
