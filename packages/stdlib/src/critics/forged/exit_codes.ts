import { strictText } from "@proofloop/foundation/git"
import { isTestFile, isTestPath } from "@proofloop/foundation/paths"
import { bareSource } from "../../code/bare_source.ts"
import { familyOf, languageOf } from "../../code/language.ts"
import type { Violation } from "../verdict.ts"
import { type CommandLine, commandsOf, holdsCommands } from "./commands/check_lines.ts"
import { isWorkflow, workflowSteps } from "./commands/workflow_steps.ts"
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
      if (isTestPath(path) && !isStartedByTests(path)) found.push(...exitsIn(path, old ?? "", now))
    }
    return found
  },
})

/** Lines that hide a check's outcome, where fewer lines show it openly than before. */
async function maskedIn(path: string, old: string, now: string): Promise<readonly Violation[]> {
  const [before, after] = [await commandsOf(path, old), await commandsOf(path, now)]
  const known = new Set(before.map(keyOf))
  const fresh = after.filter((line) => !known.has(keyOf(line)))
  const [heard_before, heard] = [await heardPipes(path, old), await heardPipes(path, now)]
  const isHidden = (line: CommandLine) => line.check !== null && isMasked(line, heard(line))
  const open = (lines: readonly CommandLine[], hears: Hears) =>
    lines.filter((line) => line.check !== null && !isMasked(line, hears(line))).length
  const masked = open(after, heard) < open(before, heard_before) ? fresh.filter(isHidden) : []
  const checked = new Set(before.flatMap(({ text, check }) => (check === null ? [] : [text])))
  const switches =
    checked.size > 0
      ? fresh.filter((line) => isSwitch(line.text) && !isHarmless(line, { path, text: now, after, checked }))
      : []
  const ends = checked.size > 0 ? endsWell(path, now, after, fresh) : []
  return [...masked, ...switches, ...ends].map(({ line, text }) => ({
    path,
    line,
    rule: "masked",
    message: `a check that fails is not heard any more: ${text.slice(0, 160)}`,
    evidence: text.slice(0, 200),
  }))
}

type Hears = (line: CommandLine) => boolean

/** Whether a pipe in a line fails when its first command does: by the text, the shell of a step, or the host. */
async function heardPipes(path: string, text: string): Promise<Hears> {
  if (/^[^#\n]{0,200}\bpipefail\b/m.test(text) || HOSTS_WITH_PIPEFAIL.test(path)) return () => true
  if (!isWorkflow(path) || !/\bshell:/.test(text)) return () => false
  // GitHub runs `bash -eo pipefail` for this word, and `bash -e` for none.
  const steps = (await workflowSteps(text)).filter(({ shell }) => shell === "bash")
  return ({ line }) => steps.some(({ from, to }) => from <= line && line <= to)
}

/** https://docs.gitlab.com/runner/shells/ and https://circleci.com/docs/configuration-reference/#default-shell-options */
const HOSTS_WITH_PIPEFAIL = /(?:^|\/)(?:\.gitlab-ci\.yml|\.circleci\/.{1,200}\.ya?ml)$/

interface Around {
  readonly path: string
  readonly text: string
  readonly after: readonly CommandLine[]
  readonly checked: ReadonlySet<string>
}

/** A switch that affects no earlier check, or whose exit code is saved and passed on. */
function isHarmless(one: CommandLine, around: Around): boolean {
  const { path, text: now, after, checked } = around
  if (one.text.startsWith("set +e")) return looksAtAll(one, around)
  if (!/\.ya?ml$/.test(path)) return false
  const block = blockAround(now.split("\n"), one.line - 1)
  return !after.some(({ line, text }) => block.has(line) && checked.has(text))
}

/** Whether what comes of each check behind `set +e` is looked at before the next, or handed on in the end. */
function looksAtAll(off: CommandLine, { text, after }: Around): boolean {
  const lines = text.split("\n")
  const column = columnOf(lines[off.line - 1] ?? "")
  const below = after.filter(({ line }) => line > off.line)
  // A line further out ends the script of a step, or the function.
  const end = below.findIndex(
    ({ line, text: one }) => /^set -[a-z]{0,8}e/.test(one) || columnOf(lines[line - 1] ?? "") < column,
  )
  const region = [off, ...below.slice(0, end === -1 ? undefined : end + 1)]
  if (below.some((one) => HANDS_ON.test(one.text))) return true
  const checks = region.flatMap((one, index) => (one.check === null ? [] : [index]))
  return checks.every((index, place) =>
    region.slice(index, checks[place + 1]).some((one) => LOOKS.test(one.text)),
  )
}

const HANDS_ON = /\b(?:exit|return) "?\$\{?[A-Za-z_?]/
/** A test, a case or an assignment of the exit code. */
const LOOKS =
  /(?:\[|\(\(|\b(?:test|case|if|while|until|elif)\b|\b\w{1,60}=)[^#]{0,200}?\$\{?(?:\?|PIPESTATUS\b)/

/** The lines, from 1, of the YAML mapping around a line's key, and of the values below its keys. */
function blockAround(lines: readonly string[], index: number): ReadonlySet<number> {
  const key = columnOf(lines[index] ?? "")
  const block = new Set([index + 1])
  for (let at = index; at > 0 && !isItemAt(lines[at] ?? "", key); at -= 1) {
    const above = lines[at - 1] ?? ""
    if (above.trim() !== "" && columnOf(above) < key) break
    block.add(at)
  }
  for (let at = index + 1; at < lines.length; at += 1) {
    const below = lines[at] ?? ""
    if (below.trim() !== "" && (columnOf(below) < key || isItemAt(below, key))) break
    block.add(at + 1)
  }
  return block
}

/** Where the key of a line begins, after a dash. */
function columnOf(line: string): number {
  return /^\s{0,200}(?:-\s{1,20})?/.exec(line)?.[0].length ?? 0
}

function isItemAt(line: string, column: number): boolean {
  return /^\s{0,200}-\s/.test(line) && columnOf(line) === column
}

/** A new end of a shell script with 0, where no failure ends it before. */
function endsWell(
  path: string,
  now: string,
  after: readonly CommandLine[],
  fresh: readonly CommandLine[],
): readonly CommandLine[] {
  const is_script = /\.(?:sh|bash)$/.test(path) || now.startsWith("#!")
  const last = after.at(-1)
  if (!is_script || last === undefined || !fresh.includes(last)) return []
  if (!/^(?:exit 0|true|:)$/.test(last.text)) return []
  const stops = /^[^#\n]{0,200}\bset -[a-z]{0,8}e|^#!.{0,80}sh -[a-z]{0,8}e/m.test(now)
  const is_heard = after.some(({ text, check }) => check !== null && !/\|\||^(?:if|while) /.test(text))
  return !stops && is_heard ? [last] : []
}

function keyOf({ name, text }: CommandLine): string {
  return `${name}\0${text}`
}

function isMasked({ text, piped }: CommandLine, has_pipefail: boolean): boolean {
  return MASKS.some((mask) => mask.test(text)) || (!has_pipefail && PIPE.test(piped))
}

const PIPE =
  /\|\s{0,8}(?:cat|tee\b[^|;&]{0,80}|head|tail|grep\b[^|;&]{0,80}|less|sed\b[^|;&]{0,80})\s{0,8}["']?$/

const MASKS: readonly RegExp[] = [
  /\|\|\s{0,8}(?:true|:|exit 0|echo\b|\/bin\/true|cd \.|set \+e)/,
  /;\s{0,8}(?:true|exit 0|:|echo\b[^;|&]{0,80})\s{0,8}["']?,?$/,
  /^[@+]{0,2}-\s{0,8}[@+]{0,2}[a-z]/,
  /--exit-zero\b|--no-fail\b|--no-error-on-unmatched\b|--fail-never\b|-fn\b|--keep-going\s{0,8}\|\||--force-exit-zero\b/,
  /^!\s|&\s{0,8}$/,
  /\bsuccess_codes\s{0,4}=\s{0,4}\[[^\]]{0,80}[1-9]/,
  /-Dmaven\.test\.failure\.ignore(?:=true)?\b|--continue\s{0,8}\|\|/,
]

/** Settings that let all checks around them go on after a failure. */
function isSwitch(text: string): boolean {
  return /^set \+e\b|^trap\s{1,8}["']?(?:exit 0|true|:)\b|^\.IGNORE\b|^-?\s{0,4}continue-on-error:\s{0,8}true\b|^-?\s{0,4}allow_failure:\s{0,8}true\b|^MAKEFLAGS\b.{0,80}(?:-i\b|--ignore-errors)|^ignore_(?:errors|outcome)\s{0,8}=\s{0,8}true\b/.test(
    text,
  )
}

/** A program that tests start and look at; the exit code of the tests is another one. */
function isStartedByTests(path: string): boolean {
  return /(?:^|\/)(?:__fixtures__|fixtures?|testdata|test[-_]data)\//.test(path) && !isTestFile(path)
}

/** New ends of the process with 0 in a test file. */
function exitsIn(path: string, old: string, now: string): readonly Violation[] {
  const known = new Set(old.split("\n").map((line) => line.trim()))
  const language = languageOf(path)
  // A text in the test may be a program of its own.
  const bare = language === null ? now : bareSource(now, familyOf(language))
  const code = bare.split("\n")
  return now.split("\n").flatMap((whole, index) => {
    const line = whole.slice(0, 400).trim()
    if (known.has(line) || /^(?:#|\/\/|\*)/.test(line) || !EXITS.test(line)) return []
    if (code[index]?.trim() === "") return []
    const message = `the tests end the process with 0, whatever they found: ${line.slice(0, 120)}`
    return [{ path, line: index + 1, rule: "exits", message, evidence: line.slice(0, 200) }]
  })
}

const EXITS =
  /^(?:await |defer |return )?(?:process\.exit\(0?\)|process\.exitCode\s{0,4}=\s{0,4}0|os\._exit\(0\)|sys\.exit\(0?\)|(?:std::)?process::exit\(0\)|System\.exit\(0\)|os\.Exit\(0\)|(?:session|self)\.exitstatus\s{0,4}=\s{0,4}0|pytest\.exit\([^)]{0,80}returncode\s{0,4}=\s{0,4}0\))/
