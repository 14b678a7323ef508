export interface Task {
  readonly manager: string
  /** "" for none. */
  readonly name: string
  readonly rest: readonly string[]
  /** Words before the name that choose a package or folder. */
  readonly choices: readonly string[]
  /** The task runs a program: `npm exec`, `pnpm dlx`. */
  readonly is_program: boolean
}

const MANAGERS = new Set(["npm", "pnpm", "yarn", "bun"])
const CHOOSING = new Set(["--prefix", "-C", "--dir", "--cwd", "--filter", "-F", "--workspace"])
const VALUED = new Set(["--loglevel", "--reporter", "--userconfig", "-p", "--package"])
const PROGRAM = new Set(["exec", "dlx", "x"])

/** What a command asks npm, pnpm, yarn or bun to do; null for any other command. */
export function taskOf(words: readonly string[]): Task | null {
  const manager = words[0] ?? ""
  if (!MANAGERS.has(manager)) return null
  const choices: string[] = []
  let is_run = false
  let is_program = false
  let at = 1
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ""
    const takes = CHOOSING.has(word) || (word === "-w" && manager === "npm")
    if (takes || (manager === "yarn" && word === "workspace")) {
      choices.push(word === "-w" ? "--workspace" : word, words[at + 1] ?? "")
      at += 1
    } else if (VALUED.has(word)) at += 1
    else if (/^(?:--filter|--prefix|--workspace|--cwd|--dir)=/.test(word)) choices.push(word)
    else if (word.startsWith("-") || word === "workspaces" || word === "foreach") continue
    else if ((word === "run" || word === "run-script") && !is_run && !is_program) is_run = true
    else if (PROGRAM.has(word) && !is_run && !is_program) is_program = true
    else break
  }
  const name = words[at] ?? ""
  const is_short = !is_run && !is_program && (name === "t" || name === "tst")
  const rest = manager === "npm" ? withLongNames(words.slice(at + 1)) : words.slice(at + 1)
  return { manager, name: is_short ? "test" : name, rest, choices, is_program }
}

/** npm takes the choice of a workspace behind the task as well, up to "--". */
function withLongNames(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--")
  return words.map((word, at) => (end !== -1 && at > end ? word : word.replace(/^-w(?==|$)/, "--workspace")))
}
