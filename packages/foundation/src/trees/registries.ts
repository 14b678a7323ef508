import { tmpdir } from "node:os"
import { fileURLToPath } from "node:url"
import { runProgram } from "../process/program.ts"
import type { Setup } from "./setup_place.ts"

export interface Registries {
  readonly env: Readonly<Record<string, string>>
  readonly readable: readonly string[]
}

/**
 * The package registries, for a room that reads no settings of the user: the addresses alone, and none with a name
 * and a password in it. Asked once in a process; empty when the manager tells none. Never rejects.
 */
export function registries(manager: Setup["manager"]): Promise<Registries> {
  const known = asked.get(manager)
  if (known !== undefined) return known
  const answer = ask(questionsOf[manager])
  asked.set(manager, answer)
  return answer
}

const asked = new Map<string, Promise<Registries>>()

interface Question {
  readonly command: readonly [string, ...string[]]
  /** For each printed line, its variable and its value. */
  readonly read: (line: string) => readonly [name: string, value: string] | null
}

const npm: Question = {
  command: ["npm", "config", "get", "registry"],
  read: (line) => ["npm_config_registry", line],
}

const pip: Question = {
  command: ["python3", "-m", "pip", "config", "list"],
  read: (line) => {
    const [, name, value] =
      /^[\w:]{1,99}\.(index-url|extra-index-url|find-links)='([^']{1,9999})'$/.exec(line) ?? []
    return name === undefined ? null : [`PIP_${name.toUpperCase().replaceAll("-", "_")}`, value ?? ""]
  },
}

const questionsOf: Readonly<Record<Setup["manager"], readonly Question[]>> = {
  npm: [npm],
  pnpm: [npm],
  yarn: [npm],
  bun: [npm],
  uv: [pip],
  poetry: [pip],
  pdm: [pip],
  pipenv: [pip],
  pip: [pip],
  cargo: [],
  go: [],
  bundler: [],
  composer: [],
  own: [npm, pip],
}

async function ask(questions: readonly Question[]): Promise<Registries> {
  const answers = await Promise.all(
    questions.map(async ({ command, read }) => {
      // Outside any project, whose settings would be a stranger's.
      const limits = { cwd: tmpdir(), timeout_ms: 20_000, max_output_bytes: 100_000 }
      const { exit_code, stdout } = await runProgram({ command, ...limits })
      return exit_code === 0
        ? stdout
            .toString()
            .split("\n")
            .map((line) => read(line.trim()))
        : []
    }),
  )
  const told = answers
    .flat()
    .filter((answer) => answer !== null)
    .filter(([, value]) => isAddress(value))
  return { env: Object.fromEntries(told), readable: told.flatMap(([, value]) => foldersIn(value)) }
}

/** One or more, apart by blanks. */
function isAddress(value: string): boolean {
  return /^(?:https?:\/|file:\/)?\/\S/.test(value) && !value.includes("@")
}

function foldersIn(value: string): readonly string[] {
  return value.split(/\s/).flatMap((word) => {
    const folder = word.startsWith("file:///") ? fileURLToPath(word) : word
    if (!folder.startsWith("/")) return []
    // The pages of a PyPI mirror lead to files beside them (https://peps.python.org/pep-0503/).
    return [folder.replace(/(?<=\/[^/]{1,255})\/simple\/?$/, "")]
  })
}
