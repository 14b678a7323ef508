import { readFlags } from "../entry/flags.ts"
import type { HostName } from "../events/host_event.ts"
import type { HookPlan } from "./host_table.ts"
import type { EntryPlace } from "./launcher.ts"
import { hasMcpTools } from "./mcp_entry.ts"

/** The meaning of the flags in a host's command, and their problems. */
export function hookPlan(
  host: HostName,
  words: readonly string[],
  place: EntryPlace = "home",
): {
  /** What the flags ask for, without the wrong ones. */
  readonly plan: HookPlan
  /** What is wrong with the flags, in sentences; empty when nothing is. */
  readonly problems: readonly string[]
} {
  const { flags, problems } = readFlags([host, ...words])
  const breaks = words.some((word) => /[\r\n\0]/.test(word)) ? ["a flag has a line break"] : []
  const plan: HookPlan = {
    words,
    refuse_repeats: flags?.refuse_repeats ?? false,
    verify_seconds: flags?.verify === undefined ? null : flags.verify_seconds,
    place,
    version: null,
    via: flags?.via ?? "command",
  }
  return { plan, problems: [...problems, ...breaks, ...(plan.via === "mcp" ? mcpProblems(host, words) : [])] }
}

function mcpProblems(host: HostName, words: readonly string[]): readonly string[] {
  if (!hasMcpTools(host)) return [`--via mcp: ${host} calls no tools from hooks; claude-code and codex do`]
  // The host would put a part of the event there.
  return words.some((word) => word.includes("${")) ? ['--via mcp: a flag must not hold "${"'] : []
}
