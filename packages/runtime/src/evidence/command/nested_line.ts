import { programName } from "./program_of.ts"
import type { SimpleCommand } from "./split_commands.ts"

const SHELL = /^(?:bash|sh|zsh|dash|ash|ksh|su|script)$/
const WINDOWS_SHELLS: readonly (readonly [shell: RegExp, takes_line: RegExp])[] = [
  [/^cmd$/i, /^\/c$/i],
  [/^(?:pwsh|powershell)$/i, /^-c(?:ommand)?$/i],
]

/** The command line inside a command: `bash -c "..."`, a shell fed by a here-document, `eval`, `out=$(npm test)`. */
export function nestedLine({ input }: SimpleCommand, words: readonly string[]): string | null {
  const [program = "", ...rest] = words
  const name = programName(program)
  if (name === "eval") return rest.join(" ")
  const assigned = /^[A-Za-z_]\w{0,128}=\$\(([\s\S]*)\)$/.exec(program)?.[1]
  if (assigned !== undefined) return assigned
  const option = WINDOWS_SHELLS.find(([shell]) => shell.test(name))?.[1]
  const script = rest.findIndex((word) => option?.test(word) === true)
  if (script !== -1) return rest.slice(script + 1).join(" ")
  if (!SHELL.test(name)) return null
  const at = rest.findIndex((word) => /^-[a-z]{0,8}c$/.test(word))
  if (at !== -1) {
    const line = rest[at + 1] ?? ""
    return `${rest.slice(0, at + 1).some((word) => /^-\w{0,8}e/.test(word)) ? "set -e\n" : ""}${rest.includes("pipefail") ? "set -o pipefail\n" : ""}${line}`
  }
  return rest.every((word) => word.startsWith("-")) ? input : null
}
