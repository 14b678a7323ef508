import { sha256Hex } from "@proofloop/foundation/text"
import { HOOK_MODES, type HookMode } from "../events/hook_mode.ts"
import { HOST_NAMES, type HostName } from "../events/host_event.ts"

/** What the command in a host's settings says, after `run`. */
export interface HookFlags {
  readonly host: HostName
  /** What the host is told: nothing, hints, or everything with holds. */
  readonly mode: HookMode
  /** The command that checks this project, run by the hook itself before the agent stops. */
  readonly verify?: string | undefined
  /** Longest time of `verify`, in seconds. */
  readonly verify_seconds: number
  /** Whether calls that were repeated without effect are refused. */
  readonly refuse_repeats: boolean
  /** The percentage of person and repository pairs that are judged with the failure model. */
  readonly repair_aware_percent: number
  /** How the host reaches the hook: by a command, or by a tool of an MCP server. */
  readonly via: (typeof VIAS)[number]
  readonly source: string
}

const VIAS = ["command", "mcp"] as const

export interface ReadFlags {
  readonly flags: HookFlags | null
  /** What is wrong with them, for the log; a bad flag does not stop the host. */
  readonly problems: readonly string[]
}

const VERIFY_SECONDS = 120

/** Reads `HOST [--observe|--nudge|--hold] [--verify COMMAND] [--verify-seconds N] [--refuse-repeats] [--repair-aware on|off|PERCENT] [--via command|mcp]`. */
export function readFlags(words: readonly string[]): ReadFlags {
  const host = HOST_NAMES.find((name) => name === words[0])
  if (host === undefined)
    return { flags: null, problems: [`no host named ${JSON.stringify(words[0] ?? "")}`] }
  const problems: string[] = []
  let flags: HookFlags = {
    host,
    mode: "observe",
    verify_seconds: VERIFY_SECONDS,
    refuse_repeats: false,
    repair_aware_percent: 100,
    via: "command",
    source: sha256Hex(words.join("\0")).slice(0, 12),
  }
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? ""
    const mode = HOOK_MODES.find((name) => word === `--${name}`)
    const value = words[index + 1]
    if (mode !== undefined) flags = { ...flags, mode }
    else if (word === "--refuse-repeats") flags = { ...flags, refuse_repeats: true }
    else if (value !== undefined && VALUES.has(word)) {
      index += 1
      const changed = withValue(flags, word, value)
      if (changed === null)
        problems.push(`${word}: expected ${VALUES.get(word) ?? "a value"}, got ${JSON.stringify(value)}`)
      else flags = changed
    } else problems.push(`no flag ${JSON.stringify(word)}`)
  }
  return { flags, problems }
}

const VALUES: ReadonlyMap<string, string> = new Map([
  ["--verify", "a command"],
  ["--verify-seconds", "seconds from 1 to 3600"],
  ["--repair-aware", "on, off or a percentage from 0 to 100 such as 25%"],
  ["--via", "command or mcp"],
])

function withValue(flags: HookFlags, name: string, value: string): HookFlags | null {
  if (name === "--verify") return value.trim() === "" ? null : { ...flags, verify: value }
  if (name === "--verify-seconds") {
    const seconds = Number(value)
    return seconds >= 1 && seconds <= 3600 ? { ...flags, verify_seconds: seconds } : null
  }
  if (name === "--via") {
    const via = VIAS.find((known) => known === value)
    return via === undefined ? null : { ...flags, via }
  }
  const percent = percentOf(value)
  return percent <= 100 ? { ...flags, repair_aware_percent: percent } : null
}

/** Not a number where it is none; "25" and "25%" are the same. */
function percentOf(value: string): number {
  if (value === "on") return 100
  return value === "off" ? 0 : Number(/^(\d{1,3}(?:\.\d{1,3})?)%?$/.exec(value)?.[1])
}

/** Whether a pair of person and folder is within the percentage. A pair stays in, also as the percentage grows. */
export function isWithin(percent: number, pair: () => readonly [person: string, folder: string]): boolean {
  if (percent === 0 || percent === 100) return percent === 100
  const digest = sha256Hex(pair().join("\0"))
  return Number.parseInt(digest.slice(0, 8), 16) % 100 < percent
}
