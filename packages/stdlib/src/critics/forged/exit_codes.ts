import { strictText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/text"
import type { Violation } from "../verdict.ts"
import { type CommandLine, commandsOf, holdsCommands, runsChecks } from "./commands/check_lines.ts"
import { forgedCritic } from "./forged_critic.ts"

/** A check whose failure a change hides. @requirement critics.forged-exit */
export const maskedExits = forgedCritic({
  id: "forged-exit",
  event_type: "critic_forged_exit.fail",
  title: "Masked exit codes",
  description:
    "Finds checks whose exit code a change hides, by `|| true` and its like, and tests that end the process with 0",
  advice: "Let the command fail when its check fails, and mend what it tells.",
  default_in: { gate: true, check: true },
  async find(change) {
    const found: Violation[] = []
    for (const { path, before, after } of change.files) {
      const [old, now] = [strictText(before), strictText(after)]
      if (now === null) continue
      if (holdsCommands(path) && old !== null) found.push(...(await maskedIn(path, old, now)))
      if (isTestPath(path)) found.push(...exitsIn(path, old ?? "", now))
    }
    return found
  },
})

/** Lines that hide what a check says, where fewer say it openly than before. */
async function maskedIn(path: string, old: string, now: string): Promise<readonly Violation[]> {
  const [before, after] = [await commandsOf(path, old), await commandsOf(path, now)]
  const known = new Set(before.map(keyOf))
  const fresh = after.filter((line) => !known.has(keyOf(line)))
  const open = (lines: readonly CommandLine[]) =>
    lines.filter(({ text }) => runsChecks(text) && !isMasked(text)).length
  const masked =
    open(after) < open(before) ? fresh.filter(({ text }) => runsChecks(text) && isMasked(text)) : []
  const switches = before.some(({ text }) => runsChecks(text))
    ? fresh.filter(({ text }) => isSwitch(text))
    : []
  return [...masked, ...switches].map(({ line, text }) => ({
    path,
    line,
    rule: "masked",
    message: `a check that fails is not heard any more: ${text.slice(0, 160)}`,
    evidence: text.slice(0, 200),
  }))
}

function keyOf({ name, text }: CommandLine): string {
  return `${name}\0${text}`
}

function isMasked(text: string): boolean {
  return MASKS.some((mask) => mask.test(text))
}

const MASKS: readonly RegExp[] = [
  /\|\|\s{0,8}(?:true|:|exit 0|echo\b|\/bin\/true|cd \.|set \+e)/,
  /;\s{0,8}(?:true|exit 0|:|echo\b[^;|&]{0,80})\s{0,8}["']?,?$/,
  /\|\s{0,8}(?:cat|tee\b[^|;&]{0,80}|head|tail|grep\b[^|;&]{0,80}|less|sed\b[^|;&]{0,80})\s{0,8}["']?$/,
  /^[@+]{0,2}-\s{0,8}[@+]{0,2}[a-z]/,
  /--exit-zero\b|--no-fail\b|--no-error-on-unmatched\b|--fail-never\b|-fn\b|--keep-going\s{0,8}\|\||--force-exit-zero\b/,
  /^!\s|&\s{0,8}$/,
  /-Dmaven\.test\.failure\.ignore(?:=true)?\b|--continue\s{0,8}\|\|/,
]

/** What has all checks around it go on after a failure. */
function isSwitch(text: string): boolean {
  return /^set \+e\b|^\.IGNORE\b|^-?\s{0,4}continue-on-error:\s{0,8}true\b|^-?\s{0,4}allow_failure:\s{0,8}true\b|^MAKEFLAGS\b.{0,80}(?:-i\b|--ignore-errors)|^ignore_(?:errors|outcome)\s{0,8}=\s{0,8}true\b/.test(
    text,
  )
}

/** Ends of the process with 0 that a test file did not have. */
function exitsIn(path: string, old: string, now: string): readonly Violation[] {
  const known = new Set(old.split("\n").map((line) => line.trim()))
  return now.split("\n").flatMap((whole, index) => {
    const line = whole.slice(0, 400).trim()
    if (known.has(line) || /^(?:#|\/\/|\*)/.test(line) || !EXITS.test(line)) return []
    const message = `the tests end the process with 0, whatever they found: ${line.slice(0, 120)}`
    return [{ path, line: index + 1, rule: "exits", message, evidence: line.slice(0, 200) }]
  })
}

const EXITS =
  /^(?:await |defer |return )?(?:process\.exit\(0?\)|process\.exitCode\s{0,4}=\s{0,4}0|os\._exit\(0\)|sys\.exit\(0?\)|(?:std::)?process::exit\(0\)|System\.exit\(0\)|os\.Exit\(0\)|(?:session|self)\.exitstatus\s{0,4}=\s{0,4}0|pytest\.exit\([^)]{0,80}returncode\s{0,4}=\s{0,4}0\))/
