import { HOST_NAMES, type HostName } from "../events/host_event.ts"

/** The content of our command in a host's settings. */
export interface InstalledCommand {
  readonly host: HostName
  /** The flags after the host's name. */
  readonly words: readonly string[]
}

/** Stands in each of our commands, and in nobody else's. */
export const LAUNCHER_NAME = "proofloop-hook"

/** The script that runs the entry, which lies beside it. */
export const RUN_SCRIPT = "run.sh"

const HOME = '"${PROOFLOOP_HOME:-$HOME/.proofloop}/hooks"'

/** Folders with the script. None is a path of this machine, so the same settings work everywhere. */
const PLACES = {
  home: [HOME],
  /** A plugin may carry the program in its folder, which the host names. */
  plugin: ['"${PLUGIN_ROOT:-$CLAUDE_PLUGIN_ROOT}"', HOME],
  /** A cloud agent's machine has only the repository's files. */
  repository: [".github/hooks/proofloop"],
} as const

/** Where a command finds the entry. */
export type EntryPlace = keyof typeof PLACES

/** The command for a host's settings, for any POSIX shell and for fish. Without the script it only reads the input. */
export function hookCommand(installed: InstalledCommand, place: EntryPlace = "home"): string {
  const tries = PLACES[place].map((folder) => `/bin/sh ${folder}/${RUN_SCRIPT} "$@" 2>/dev/null`)
  return `/bin/sh -c '${tries.join(" || ")} || cat >/dev/null; exit 0' ${hookMark(installed)}`
}

/** Marks a handler as ours, with its flags. */
export function hookMark({ host, words }: InstalledCommand): string {
  return [LAUNCHER_NAME, "run", host, ...words.map(quotedWord)].join(" ")
}

/** The same for `cmd.exe`; null for flags that cannot be passed safely. */
export function cmdCommand({ host, words }: InstalledCommand): string | null {
  if (words.some((word) => /["%^&|<>!\r\n]/.test(word))) return null
  const flags = ["run", host, ...words].map((word) => (/[\s()]/.test(word) ? `"${word}"` : word)).join(" ")
  return `node "%USERPROFILE%\\.proofloop\\hooks\\hook.js" ${flags} 2>nul & rem ${LAUNCHER_NAME}& exit /b 0`
}

/** The same for PowerShell. */
export function powershellCommand({ host, words }: InstalledCommand): string {
  const flags = ["run", host, ...words].map((word) => `'${word.replaceAll("'", "''")}'`).join(" ")
  return `try { & node "$env:USERPROFILE\\.proofloop\\hooks\\hook.js" ${flags} 2>$null } catch {}; exit 0 # ${LAUNCHER_NAME}`
}

/** Whether a text is a command of ours, in any version. */
export function isOurs(command: unknown): boolean {
  return typeof command === "string" && command.includes(LAUNCHER_NAME)
}

/** The content of our command; null for an older or newer form, which is still ours. */
export function readCommand(command: string): InstalledCommand | null {
  const at = command.indexOf(`${LAUNCHER_NAME} run `)
  if (at === -1) return null
  const [name, ...words] = unquoted(command.slice(at + LAUNCHER_NAME.length + " run ".length))
  const host = HOST_NAMES.find((known) => known === name)
  return host === undefined ? null : { host, words }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function quotedWord(word: string): string {
  return /^[\w.,:=@%+/-]{1,1000}$/.test(word) ? word : quoted(word)
}

/** Words as `quotedWord` wrote them. */
function unquoted(text: string): readonly string[] {
  const words: string[] = []
  let word: string | null = null
  let is_quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charAt(index)
    if (sign === "'") {
      is_quoted = !is_quoted
      word ??= ""
    } else if (!is_quoted && sign === "\\") {
      index += 1
      word = (word ?? "") + text.charAt(index)
    } else if (!is_quoted && sign === " ") {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? "") + sign
  }
  return word === null ? words : [...words, word]
}
