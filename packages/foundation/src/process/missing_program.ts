import { accessSync, constants, readdirSync, statSync } from "node:fs"
import { delimiter, resolve } from "node:path"
import { cleanEnvironment } from "./clean_environment.ts"

export interface MissingProgram {
  readonly name: string
  readonly known: readonly string[]
}

/** Words and signs around a first word that may change its meaning, or whether its failure counts. */
const UNSURE = /[|;\n`$(){}\\'"]/
const ASSIGNMENT = /^[A-Za-z_]\w*=\S*\s+/
const PLAIN_NAME = /^[A-Za-z\d][\w.+-]*$/
const OF_THE_SHELL: ReadonlySet<string> = new Set(
  "alias bg break builtin case cd command continue coproc declare echo enable eval exec exit export false fg for function getopts hash help if jobs kill let local logout popd printf pushd pwd read readonly return select set shift shopt source suspend test time times trap true type typeset ulimit umask unalias unset until wait while".split(
    " ",
  ),
)

/**
 * The program that a command starts with, when no folder of PATH holds it. Gives null when one does, or when it is
 * uncertain: a path, a word of the shell, quotes, pipes or substitutions, Windows. Never throws.
 */
export function missingProgram(
  command: string | readonly [string, ...string[]],
  {
    cwd = process.cwd(),
    env = {},
  }: {
    /** The folder that the command runs in. Default: that of this process. */
    readonly cwd?: string | undefined
    /** Variables added to a clean environment, whose PATH is searched. Default: none. */
    readonly env?: object | undefined
  } = {},
): MissingProgram | null {
  if (process.platform === "win32") return null
  const name = typeof command === "string" ? firstWord(command) : command[0]
  if (name === null || !PLAIN_NAME.test(name)) return null
  const { PATH } = { ...cleanEnvironment(), ...env } as Readonly<Record<string, unknown>>
  if (typeof PATH !== "string" || PATH === "") return null
  const folders = PATH.split(delimiter).map((folder) => resolve(cwd, folder))
  if (folders.some((folder) => isProgram(resolve(folder, name)))) return null
  return { name, known: [...new Set(folders.flatMap(namesIn))] }
}

function firstWord(line: string): string | null {
  let rest = line.trim()
  if (UNSURE.test(rest)) return null
  while (ASSIGNMENT.test(rest)) {
    if (rest.startsWith("PATH=")) return null
    rest = rest.replace(ASSIGNMENT, "")
  }
  const [word = ""] = rest.split(/[\s&<>]/, 1)
  return OF_THE_SHELL.has(word) ? null : word
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
