import { asksToIdle, checkName } from "./check_name.ts"
import { codeNames, type EchoedExit, echoedExit } from "./echoed_exit.ts"
import { asksForStatus, isPolling, looksOnly } from "./looks_only.ts"
import { nestedLine } from "./nested_line.ts"
import { programName, programOf } from "./program_of.ts"
import { runScript } from "./run_script.ts"
import { type ShownOutput, shownBy } from "./shown_by.ts"
import { type Redirection, type SimpleCommand, splitCommands } from "./split_commands.ts"
import { relativeTo } from "./targets.ts"
import { wrappedCheck } from "./wrapper.ts"
import { changesOther, writesFiles } from "./writes_files.ts"

export interface CheckCommand {
  /** Runner and targets, "vitest src/a.test.ts"; of a chain of checks all of them. */
  readonly check_id: string
  /** The exit code is not the check's: `npm test | tail`, `npm test; echo done`, `npm test || true`, `! npm test`. */
  readonly exit_code_hidden: boolean
  /** A program that nobody knows runs it: its failing exit code is believed, a passing one only with a report. */
  readonly is_wrapped?: true | undefined
  /**
   * What the pipes behind it show of its output: `end` (tail, or a search for failures), `start` (head) or `part` (any
   * other). Absent where they show all of it (cat, tee), or where the exit code is its own.
   */
  readonly shown?: ShownOutput | undefined
  /** Where the exit code is hidden: how the line prints it all the same, `npm test > log; echo "exit=$?"`. */
  readonly echoed?: EchoedExit | undefined
}

/** What a command line does, as far as can be told from the line alone. */
export interface CommandReading {
  /** What it counts as: a check wins over a change, a change over a look; null if nothing tells. */
  readonly role: "verification" | "mutation" | "observation" | null
  /** The check that the command runs; null when it runs none. */
  readonly check: CheckCommand | null
  /** It may change files that checks look at: `sed -i`, `> src/a.ts`, `git apply`, `npm install`, `eslint --fix`. */
  readonly writes: boolean
  /** What it writes after its last check, which the check does not judge: "sed -i s/a/b/ src/a.ts"; "" for nothing. */
  readonly unjudged: string
  /** It looks at something outside that changes by itself, so asking again is not a repeat. */
  readonly polling: boolean
  /** The first script it runs that is not a known check, "python reproduce.py". */
  readonly runs: string | null
  /** What it does more than look, by that script, else by its first such program and subcommand: "forge build". */
  readonly does: string | null
}

const MAX_NESTING = 4
/** The latest readings: one result asks a dozen times about its command. */
const latest = new Map<string, CommandReading>()
const MOST_LATEST = 16

/**
 * Reads a command line: "cd app && CI=1 timeout 60 npx vitest run src/a.test.ts --reporter=dot 2>&1" runs the check
 * "vitest src/a.test.ts (in app)". Knows the usual runners, compilers and linters, tasks with a name such as
 * `test:unit`, and scripts named after a check (`./run_tests.sh`). Linear, never throws.
 */
export function readCommand(command: string, workspace_root?: string): CommandReading {
  const asked = `${workspace_root}\0${command}`
  const context = { root: workspace_root, folder: "", nesting: MAX_NESTING, is_given: false }
  const reading = latest.get(asked) ?? readLine(command, { ...context, own: ownPrograms(command) })
  if (latest.size >= MOST_LATEST) latest.clear()
  latest.set(asked, reading)
  return reading
}

const OWN_PROGRAM =
  /(?:^|[\s;&|])(?:([\w.-]{1,64})\s{0,8}\(\s{0,8}\)|(?:alias|function)\s{1,8}([\w.-]{1,64}))/g
const PATHS = /^PATH\+?=/

/** Names that a line gives to commands of its own: `npm() { echo fine; }`. No known program is behind them. */
function ownPrograms(line: string): ReadonlySet<string> {
  return new Set([...line.matchAll(OWN_PROGRAM)].map(([, name, other]) => name ?? other ?? ""))
}

interface LineContext {
  readonly root: string | undefined
  readonly folder: string
  readonly nesting: number
  /** The line is known to be a check. */
  readonly is_given: boolean
  readonly own: ReadonlySet<string>
}

interface PartContext extends LineContext {
  readonly reports: boolean
  /** Files that the line has written before. */
  readonly written: ReadonlySet<string>
}

function readLine(
  line: string,
  { root, folder: start, nesting, is_given, own }: LineContext,
): CommandReading {
  const checks: string[] = []
  const folders: string[] = [start]
  const shell: ShellOptions = { errexit: false, pipefail: false }
  let hidden = false
  let is_wrapped = false
  let shown: ShownOutput | undefined
  let away = false
  let echoed: EchoedExit | null = null
  // How the check's own exit code can be written.
  let codes: readonly string[] = []
  let writes = false
  let unjudged = ""
  let changes = false
  let looks = true
  let asks = true
  let polls = false
  let runs: string | null = null
  let does: string | null = null
  let changes_first: string | null = null
  let reports = false
  let hidden_before_or: boolean | null = null
  const written = new Set<string>()
  for (const command of splitCommands(line)) {
    const folder = folderAt(folders, command.depth)
    const takes_report: boolean = reports && command.operator === "|"
    const context = { root, folder, nesting, is_given, own }
    const part = readPart(command, { ...context, reports: takes_report, written })
    const [name, argument] = part.words
    if (command.operator === "||") hidden_before_or = hidden
    if (name === "cd" || name === "pushd") folders[command.depth] = enter(folder, part.words, root)
    if (name === "set") readOptions(shell, part.words)
    echoed = echoedExit(command, codes, echoed)
    codes = codeNames(codes, command, part.check !== null)
    if (part.check !== null) {
      checks.push(part.check.check_id)
      // What was printed is the outcome of another one.
      echoed = null
      hidden = part.check.exit_code_hidden
      is_wrapped = part.check.is_wrapped === true
      // What it prints goes elsewhere, and what is seen may be anybody's.
      if (command.redirections.some(takesOutput)) away = true
      shown = part.check.shown ?? (away ? "part" : undefined)
    } else if (name === "exit" && argument?.startsWith("$") === true) {
      // `exit $code` gives the check's saved code; `exit $?` gives what the line had come to before.
      hidden &&= argument === "$?"
    } else if (hidden_before_or !== null && failsAlways(part.words)) {
      hidden = hidden_before_or
    } else if (hides(command, part.words, shell)) {
      hidden = true
      is_wrapped = false
      if (command.operator === "|" || part.words.some((word) => written.has(word)))
        shown = shownBy(part.words, away ? undefined : shown)
    }
    for (const { target } of command.redirections) written.add(target)
    reports = part.check !== null || takes_report
    writes ||= part.writes
    if (part.check !== null) unjudged = part.unjudged
    else if (part.writes && checks.length > 0) unjudged += `${command.source}\n`
    changes ||= part.changes
    looks &&= part.looks
    asks &&= part.asks
    polls ||= part.polling
    runs ??= part.runs
    if (part.writes || part.changes) changes_first ??= part.does
    else does ??= part.does
  }
  const check =
    checks.length === 0
      ? null
      : {
          check_id: checks.join(" && "),
          exit_code_hidden: hidden,
          ...(hidden && shown !== undefined && { shown }),
          ...(hidden && echoed !== null && { echoed }),
          ...(hidden && is_wrapped && { is_wrapped }),
        }
  const is_harmless = !writes && !changes && line.trim() !== ""
  const is_look = looks && is_harmless
  return {
    role: check !== null ? "verification" : writes || changes ? "mutation" : is_look ? "observation" : null,
    check,
    writes,
    unjudged,
    polling: asks && is_harmless && polls,
    runs,
    does: runs ?? does ?? changes_first,
  }
}

/** The check in a command line, or null if none is known in it. */
export function readCheckCommand(command: string, workspace_root?: string): CheckCommand | null {
  return readCommand(command, workspace_root).check
}

/**
 * As `readCheckCommand`, of a line that is known to be a check. Where nothing in it is known as one, any program that
 * does more than look is one. Null also where no other command hides its exit code.
 */
export function readGivenCheck(command: string): CheckCommand | null {
  const known = readCheckCommand(command)
  if (known !== null && known.is_wrapped !== true) return known
  const context = { root: undefined, folder: "", nesting: MAX_NESTING, own: ownPrograms(command) }
  const { check } = readLine(command, { ...context, is_given: true })
  return check?.exit_code_hidden === true ? check : null
}

interface ShellOptions {
  errexit: boolean
  pipefail: boolean
}

interface Part {
  readonly words: readonly string[]
  readonly check: CheckCommand | null
  readonly writes: boolean
  readonly unjudged: string
  readonly changes: boolean
  readonly looks: boolean
  /** It looks, or runs a script whose name says that it asks for a state. */
  readonly asks: boolean
  readonly polling: boolean
  readonly runs: string | null
  readonly does: string | null
}

const CONTAINERS = /^(?:docker|docker-compose|podman|nerdctl|kubectl)$/
const LOOP_HEADER = /^(?:for|case|select|function|done|fi|esac|\}|\))$/
const NOTHING = {
  check: null,
  writes: false,
  unjudged: "",
  changes: false,
  looks: true,
  asks: true,
  polling: false,
  runs: null,
  does: null,
} as const

function readPart(
  command: SimpleCommand,
  { root, folder, nesting, is_given, own, reports, written }: PartContext,
): Part {
  const given = command.words
  const words = programOf(given)
  if (saysNothing(words))
    return {
      ...NOTHING,
      words,
      writes: writesFiles(command, [], reports),
      looks: command.redirections.length === 0,
    }
  const is_own = own.has(words[0] ?? "")
  const known = command.in_background || is_own ? null : checkName(words, root)
  const own_line = nestedLine(command, words)
  const may_wrap = known === null && own_line === null && nesting > 0 && !command.in_background
  const wrapped = may_wrap ? wrappedCheck(words, root) : null
  const wrapped_line = wrapped !== null && "line" in wrapped ? wrapped.line : null
  const nested = nesting > 0 ? (own_line ?? wrapped_line) : null
  // In a container the workspace has another place.
  const inner_root = given.some((word) => CONTAINERS.test(programName(word))) ? undefined : root
  const inner =
    nested === null
      ? null
      : readLine(nested, { root: inner_root, folder, nesting: nesting - 1, is_given, own })
  // A text of several words is a line if it holds a check.
  if (inner !== null && (wrapped_line === null || inner.check !== null)) {
    const is_unsure = wrapped_line !== null && inner.check !== null && !is_given
    return {
      ...inner,
      check: command.in_background
        ? null
        : is_unsure
          ? { ...inner.check, exit_code_hidden: true, is_wrapped: true }
          : inner.check,
      changes: inner.role === "mutation",
      looks: inner.role === "observation",
      asks: inner.role === "observation" || inner.polling,
      words,
    }
  }
  const given_name = is_given && mayJudge(command, words, written) ? words.join(" ") : null
  const wrapped_name = wrapped !== null && "name" in wrapped ? wrapped.name : null
  const name = known ?? given_name ?? wrapped_name
  // Another PATH may lead to another program of that name.
  const by = given.slice(0, given.length - words.length).find((word) => PATHS.test(word))
  const named = name === null || by === undefined ? name : `${name} (by ${by})`
  const check_id = named === null || folder === "" ? named : `${named} (in ${folder})`
  const is_module = given[given.length - words.length - 1] === "-m"
  const looks = looksOnly(words)
  const writes = writesFiles(command, words, reports || check_id !== null)
  // The outcome of a background command, or of one that only prints its help, judges nothing.
  const judges = !command.in_background && !asksToIdle(words)
  const runs = check_id === null && !looks && !writes && judges ? runScript(words, is_module) : null
  return {
    words,
    check:
      check_id === null
        ? null
        : name === wrapped_name
          ? { check_id, exit_code_hidden: true, is_wrapped: true }
          : { check_id, exit_code_hidden: given[0] === "!" },
    writes,
    unjudged: "",
    changes: changesOther(words),
    looks,
    asks: looks || (runs !== null && asksForStatus(runs)),
    polling: isPolling(given, words),
    runs,
    does: check_id ?? runs ?? (looks ? null : programAndTask(words)),
  }
}

/** "forge build", "conda env", "./verify.sh" */
function programAndTask([program = "", ...rest]: readonly string[]): string {
  const [task] = rest
  const name = program.includes("/") ? program : programName(program)
  return task !== undefined && /^[a-z][\w:-]{0,32}$/i.test(task) ? `${name} ${task}` : name
}

/** Not a command: only assignments and redirections, or the head or end of a loop. */
function saysNothing([first]: readonly string[]): boolean {
  return first === undefined || LOOP_HEADER.test(first)
}

/** Whether a command behind a check decides the exit code in its place. */
function hides(command: SimpleCommand, words: readonly string[], shell: ShellOptions): boolean {
  if (saysNothing(words)) return false
  switch (command.operator) {
    case "&&":
      return false
    case "|":
      return !shell.pipefail
    case "||":
      return !(failsAlways(words) || (words[0] === "exit" && words[1] === undefined))
    default:
      return !shell.errexit
  }
}

/** `> file`, `1> file` and `&> file`; not `2> file`, nor `>&2`. */
function takesOutput({ operator, target, stream = "1" }: Redirection): boolean {
  return operator.includes(">") && operator !== ">&" && stream === "1" && !/^&?\d$/.test(target)
}

function failsAlways([program, argument]: readonly string[]): boolean {
  return program === "false" || (program === "exit" && argument !== undefined && argument !== "0")
}

/** Whether a program of a line that is known to be a check can be what the line checks with. */
function mayJudge(
  { operator }: SimpleCommand,
  words: readonly string[],
  written: ReadonlySet<string>,
): boolean {
  const [program = "", ...rest] = words
  if (!looksOnly(words)) return !(changesOther(words) || program === "exit" || program === "false")
  // What a search shows of a report is no judgement, but what it finds in a file of the repository is.
  const is_quiet = rest.some((word) => /^(?:-[a-zA-Z]{0,8}q|--quiet)/.test(word))
  return (
    /^(?:diff|cmp|test|\[{1,2})$/.test(program) ||
    (/^(?:[ef]?grep|rg)$/.test(program) &&
      (is_quiet || (operator !== "|" && !rest.some((word) => written.has(word)))))
  )
}

function readOptions(shell: ShellOptions, words: readonly string[]): void {
  if (words.some((word) => /^-[a-z]{0,8}e[a-z]{0,8}$/.test(word)) || words.includes("errexit"))
    shell.errexit = true
  if (words.includes("pipefail")) shell.pipefail = true
  if (words.includes("+e")) shell.errexit = false
}

function folderAt(folders: string[], depth: number): string {
  const level = Math.min(depth, 64)
  while (folders.length <= level) folders.push(folders.at(-1) ?? "")
  folders.length = level + 1
  return folders[level] ?? ""
}

/**
 * The folder after `cd`, from the workspace root. A variable or a home folder is unknown and stands for the root.
 * While no root is known, so does an absolute folder of one or two levels ("/testbed", "/workspace/shop").
 */
function enter(folder: string, words: readonly string[], root: string | undefined): string {
  const target = words.find((word, index) => index > 0 && word !== "--") ?? "~"
  if (/^[~$`-]/.test(target)) return ""
  const path = relativeTo(target, root)
  if (path.startsWith("/")) {
    const parts = path.split("/").filter((part) => part !== "")
    return root === undefined && parts.length <= 2 ? "" : `/${parts.join("/")}`
  }
  const base = target.startsWith("/") ? "" : folder
  const is_absolute = base.startsWith("/")
  const kept = base.split("/").filter((part) => part !== "")
  for (const part of path.split("/").slice(0, 64)) {
    if (part === "" || part === ".") continue
    if (part === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop()
    else kept.push(part)
  }
  return `${is_absolute ? "/" : ""}${kept.join("/")}`.slice(0, 256)
}
