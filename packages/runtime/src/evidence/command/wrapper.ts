import { checkName, isInterpreter, isTestTask } from "./check_name.ts"
import { looksOnly, takesTasks } from "./looks_only.ts"
import { programName } from "./program_of.ts"
import { withTargets } from "./targets.ts"
import { changesOther, installs } from "./writes_files.ts"

/** The check that an unknown program is asked to run by its own name, or a whole command line that holds it. */
export type Wrapped = { readonly name: string } | { readonly line: string }

/** Words after which a program takes a command to run. */
const RUNS = /^(?:run|exec|execute|x)$/
/** After any of these the rest is a command, or the next word is a whole line of it. */
const TAKES_COMMAND = /^(?:--|-l?c|--command|--run|--exec)$/
const MOST_WORDS = 8

/**
 * What an unknown program is given to run, where the rest of its words is one whole: `rtk vitest run`, `X run test`,
 * `X ... -- pytest -q`, `ssh host 'cd app && npm test'`. Null where nothing says that it runs it.
 */
export function wrappedCheck(words: readonly string[], root: string | undefined): Wrapped | null {
  const [program = "", second = "", third] = words
  const name = programName(program)
  if (words.length < 2 || looksOnly(words) || changesOther(words)) return null
  if (takesTasks(name) || isInterpreter(name)) return null
  if (RUNS.test(second) && third !== undefined && isTestTask(third))
    return { name: withTargets(`${name}-${third}`, words.slice(3), root) }
  const taking = words.slice(0, MOST_WORDS).findIndex((word) => TAKES_COMMAND.test(word))
  if (taking > 0) return ofRest(words.slice(taking + 1), root)
  const rest = words.slice(RUNS.test(second) ? 2 : 1)
  const at = rest.findIndex((word) => !word.startsWith("-"))
  if (at === -1) return null
  return ofRest(rest.slice(at), root) ?? (installs(rest[at] ?? "") ? null : ofRest(rest.slice(at + 1), root))
}

function ofRest(rest: readonly string[], root: string | undefined): Wrapped | null {
  const [first = ""] = rest
  if (rest.length === 1 && /\s/.test(first)) return { line: first }
  // A file is an operand of any program.
  const name = /[./]/.test(first) ? null : checkName(rest, root)
  return name === null ? null : { name }
}
