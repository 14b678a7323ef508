import { normaliseCommand } from "./normalise_command.ts"
import { splitCommands } from "./split_commands.ts"
import { taskOf } from "./task_runner.ts"

/** Flags that change how much pytest prints, but not what it runs. */
const SAYING = /^(?:-q{1,3}|-v{1,3}|--quiet|--verbose|--no-header|--tb=\w{1,8}|--color=\w{1,8})$/
const TASK_WORDS = new Set(["run", "run-script", "test", "t", "tst"])

/**
 * Which of the host's `checks` a command runs, normalised, or undefined. Equivalent spellings count: `cd ROOT && npm
 * run test` for `npm test`, `python3 -m pytest -q` for `python -m pytest`. A variable before it, a redirection,
 * another option or a second command make it a different command.
 * @requirement repair.role.declared-check
 */
export function declaredCheck(
  command: string,
  checks: readonly string[],
  root: string | undefined,
): string | undefined {
  const line = normaliseCommand(command)
  const known = checks.map(normaliseCommand).filter((check) => check !== "")
  const exact = known.find((check) => check === line)
  if (exact !== undefined || known.length === 0) return exact
  const plain = plainCheck(line, root)
  return plain === null ? undefined : known.find((check) => plainCheck(check, root) === plain)
}

function plainCheck(line: string, root: string | undefined): string | null {
  const [first, ...others] = splitCommands(line)
  const enters = first?.words.length === 2 && first.words[0] === "cd" && others[0]?.operator === "&&"
  const [only, second] = enters && isRoot(first.words[1] ?? "", root) ? others : [first, ...others]
  if (only === undefined || second !== undefined) return null
  const { words, in_background, redirections, input, depth } = only
  if (in_background || redirections.length > 0 || input !== null || depth > 0) return null
  const [program = "", ...rest] = words
  if (words.some((word) => /[$`=]/.test(word.replace(SAYING, "")))) return null
  const task = taskOf(words)
  if (task?.name === "test" && rest.every((word) => TASK_WORDS.has(word))) return `${program} test`
  const runs_pytest = program === "pytest" || (rest[0] === "-m" && rest[1] === "pytest")
  const kept = runs_pytest ? rest.filter((word) => !SAYING.test(word)) : rest
  return [program.replace(/^python3$/, "python"), ...kept].join("\n")
}

function isRoot(folder: string, root: string | undefined): boolean {
  const [inner, outer] = [folder, root ?? "."].map((path) => path.replace(/\/{1,9}$/, ""))
  return inner === "." || inner === outer
}
