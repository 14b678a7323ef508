import { flagsEnd, programName } from "./program_of.ts"
import { taskOf } from "./task_runner.ts"

const INTERPRETER =
  /^(?:node|nodejs|deno|bun|tsx|ts-node|python[\d.]*|pypy[\d.]*|ruby|php|perl|bash|sh|zsh|dash|Rscript|lua|elixir|julia|java|groovy|scala)$/
const INLINE = /^(?:-c|-e|-r|-p|-pe|-ne|--eval|--print|-)$/
const RUN = new Set(["cargo", "go", "dotnet", "swift", "zig", "deno", "stack"])

/**
 * Program and script of a command that runs code: "python reproduce.py", "python -m shop.cli", "./a.out", "npm run
 * dev". "node -e" stands for code in the command itself. Null for anything else.
 */
export function runScript(words: readonly string[], is_module: boolean): string | null {
  const [program = "", ...rest] = words
  const name = programName(program)
  if (is_module) return `python -m ${program}`
  const task = taskOf(words)
  if (task !== null) return task.is_program || task.name === "" ? null : `${task.manager} run ${task.name}`
  if (RUN.has(name) && rest[0] === "run")
    return [name, ...rest.filter((word) => !word.startsWith("-")).slice(0, 2)].join(" ")
  if (!INTERPRETER.test(name))
    return program.includes("/") && !/^\/(?:usr\/)?s?bin\//.test(program) ? program : null
  const plain = name.replace(/^(python|pypy)[\d.]+$/, "$1")
  const after = rest.slice(flagsEnd(words) - 1)
  const at = after.findIndex((word) => INLINE.test(word) || !word.startsWith("-") || word === "-jar")
  if (at === -1) return after.length === 0 ? `${plain} -` : null
  return [plain, ...after.slice(at, after[at] === "-jar" ? at + 2 : at + 1)].join(" ")
}
