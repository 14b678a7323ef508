import { quoteText } from "../evidence/quote.ts"
import type { StallPattern, StallWarning } from "../protocol/warning.ts"
import { environmentAdvice } from "./environment_advice.ts"

/**
 * What a nudge tells the model: what repeats, the evidence, and what to do instead.
 * @requirement ladder.feedback.content
 */
export function feedbackText(warning: StallWarning, trips: number, applied = false): string {
  if (applied) return repeatedEdit(warning)
  const special = texts[warning.pattern]
  if (special) return special(warning)
  if (warning.hard_stop) {
    return `Hard stop: ${warning.pattern} after ${trips} trips without recovery. Stop here and report what blocks you.`
  }
  const tool = warning.tool_name === "" ? "" : ` on ${shownName(warning.tool_name)}`
  return (
    `Stall detected: ${warning.pattern}${tool}, ${warning.count} times. ` +
    "Use different evidence, finish, or say why repeating this is the right step."
  )
}

const texts: Partial<Record<StallPattern, (warning: StallWarning) => string>> = {
  stuck_same_diagnostic: (warning) =>
    `The same failure has persisted across ${warning.count} repair turns; your edits did not change it.\n` +
    evidence("The failing evidence is unchanged", warning) +
    "Do not retry the same fix. Re-read the code the failure comes from and form a new hypothesis of its root cause, " +
    "or gather other evidence, before the next edit. If you cannot make progress, report this blocker.",
  timeout_failure: (warning) =>
    `The check has timed out ${warning.count} times in a row: it never finishes.\n` +
    evidence("What it said last", warning) +
    "Running it again as it is will end the same way. Run a narrower part of it, look for a hang or a deadlock, " +
    "or give it more time.",
  alternating_failures: (warning) =>
    `Two failures are taking turns, ${warning.count} rounds by now: what answers one brings back the other.\n` +
    evidence("The failing evidence of the last round", warning) +
    "Do not go around once more. Find the cause that both share before the next edit, or report this blocker.",
  recurring_diagnostic: (warning) =>
    `The same failure has come back: seen ${warning.count} times, with other failures between.\n` +
    evidence("The failing evidence", warning) +
    "The detours did not solve it. Go back to its root cause before the next edit, or report this blocker.",
  environment_failure: (warning) =>
    `The check has failed ${warning.count} times for a reason outside the code.\n` +
    evidence("The failing evidence", warning) +
    `No edit can fix this. ${environmentAdvice(warning.diagnostic_snippet ?? "")} otherwise stop and report it.`,
  repeated_action: (warning) =>
    `${shownName(warning.tool_name)} was called in the same way ${warning.count} times, and its result has not changed since. ` +
    "Use what it showed and take another step, or report what you found.",
  repeated_tool_error: (warning) =>
    `${shownName(warning.tool_name)} has failed ${warning.count} times in the same way, whatever it was called with. ` +
    "Changing its arguments has not helped. Read what it says, then use another tool, or report what blocks you.",
  edit_rejected: (warning) =>
    `The last ${warning.count} edits were rejected for the same reason, so nothing changed. ` +
    "Read the file again and base the edit on what is really there.",
  edit_oscillation: (warning) =>
    `A file is back at content it had before, for the ${warning.count}. time: the edits undo each other.\n` +
    evidence("The failure they turn around", warning) +
    "Neither version is the fix. Find out what both have wrong before editing again.",
  delivered_fix_not_landing: (warning) =>
    `A fix was delivered, but the same failure came back for ${warning.count} turns.\n` +
    evidence("The failing evidence", warning) +
    "Do not apply it again. Find out why it did not take effect.",
  flailing_action: () => "This turn was a flailing action. Change the approach before acting again.",
  errored_no_tool_call: () =>
    "The previous turn ended with a provider error and without a tool call. Send the intended call again.",
  repeated_parse_rejection: (warning) =>
    `Tool-shaped output was rejected ${warning.count} times because it could not be parsed. ` +
    "Read the parse error and send exactly one minimal call, or report what blocks you.",
}

function repeatedEdit(warning: StallWarning): string {
  return (
    `${shownName(warning.tool_name)} made the same edit ${warning.count} times, and each time it was applied. ` +
    "Read what the file says now, then take another step, or report what blocks you."
  )
}

/** A name is what the model wrote: one that could be read as more than a name is shown as a string. */
function shownName(name: string): string {
  return /^[\w.:/@-]+$/.test(name) ? name : JSON.stringify(quoteText(name).slice(2))
}

/** Evidence is tool output, hence hostile: it stays quoted, line by line, and never becomes an instruction. */
function evidence(label: string, warning: StallWarning): string {
  const snippet = warning.diagnostic_snippet ?? ""
  if (snippet === "") return ""
  return `${label}:\n${quoteText(snippet)}\n`
}
