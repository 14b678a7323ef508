import { HOST_NAMES, type HostName } from "../events/host_event.ts"

/** The content of our command in a host's settings. */
export interface InstalledCommand {
  readonly host: HostName
  /** The flags after the host's name. */
  readonly words: readonly string[]
}

/** Stands in each of our commands, and in nobody else's. */
export const LAUNCHER_NAME = "proofloop-hook"

/**
 * Ends with 0 and prints the whole answer or nothing, even after a crash or with files missing. It reads the rest of
 * the host's input, because Codex takes a closed pipe for a failed hook; exit code 142 of the entry skips that. It
 * holds no path of this machine, so the same settings work everywhere.
 */
function script(...hook: readonly string[]): string {
  const steps = [
    "pl_home=${PROOFLOOP_HOME:-$HOME/.proofloop}/hooks",
    ...hook,
    "pl_node=$pl_home/node",
    '[ -x "$pl_node" ] || pl_node=node',
    '[ -f "$pl_hook" ] && pl_out=$("$pl_node" "$pl_hook" "$@") && printf %s "$pl_out" || [ $? = 142 ] || cat >/dev/null',
  ]
  // A shell prints a message when a signal ends a program.
  return `{ ${steps.join("; ")}; } 2>/dev/null; exit 0`
}

const AT_HOME = "pl_hook=$pl_home/hook.js"

const SCRIPTS = {
  home: script(AT_HOME),
  /** A plugin may carry the entry in its folder, which the host names. */
  plugin: script('pl_hook="${PLUGIN_ROOT:-$CLAUDE_PLUGIN_ROOT}/hook.js"', `[ -f "$pl_hook" ] || ${AT_HOME}`),
  /** A cloud agent's machine has only the repository's files. */
  repository: script("pl_hook=.github/hooks/proofloop/hook.js"),
} as const

/** Where a command finds the entry. */
export type EntryPlace = keyof typeof SCRIPTS

/** The command for a host's settings, for any POSIX shell and for fish. */
export function hookCommand({ host, words }: InstalledCommand, place: EntryPlace = "home"): string {
  return ["/bin/sh -c", quoted(SCRIPTS[place]), LAUNCHER_NAME, "run", host, ...words.map(quotedWord)].join(
    " ",
  )
}

/** Marks a handler without a command as ours, with its flags. */
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
