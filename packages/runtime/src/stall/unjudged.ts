import { redactSecrets } from "@proofloop/foundation/text"
import { normaliseCommand } from "../evidence/command/normalise_command.ts"
import type { Unjudged } from "../protocol/warning.ts"
import type { CoreConfig } from "./core_knobs.ts"
import { memoryOf, recall, remember } from "./patterns/memory.ts"
import { shownName } from "./patterns/words.ts"
import type { SettledResult } from "./settled_result.ts"
import { flag, list, number, record, text } from "./shape.ts"
import type { DetectorState, Draft } from "./state.ts"
import { hasUnknownEffect } from "./unknown_effect.ts"

const CALLS = 20
/** Among that many calls, one that is not read means little. */
const LEAST_UNREAD = 5
const MOST_NAMES = 8
const LONGEST_COMMAND = 80

/** The calls until one judged the work; from then on nothing is counted. */
export const SEEN_CALLS = memoryOf({
  name: "unjudged",
  shape: record({
    has_judged: flag,
    calls: number,
    unread: number,
    tools: list(text),
    commands: list(text),
  }),
  start: { has_judged: false, calls: 0, unread: 0, tools: [], commands: [] },
  over: null,
})

/**
 * Counts a turn's calls. Without inference every result is evidence, so there is nothing to count. Where the host lists
 * its checks, no other command is unread.
 */
export function noteCalls(
  draft: Draft,
  results: readonly SettledResult[],
  { config, checks }: { readonly config: CoreConfig; readonly checks: readonly string[] },
): void {
  if (!config.repair_aware || config.undeclared_role !== "infer") return
  const seen = recall(draft, SEEN_CALLS)
  if (seen.has_judged || results.length === 0) return
  if (results.some(({ evidence }) => evidence !== null)) {
    remember(draft, SEEN_CALLS, { ...SEEN_CALLS.start, has_judged: true })
    return
  }
  const ended = results.filter(
    ({ call, ok, failure, observation }) =>
      (ok || failure !== null) &&
      !call.soft &&
      !observation.running &&
      !config.exempt_tools.includes(call.tool_name),
  )
  const unread = ended.filter((result) => isUnread(result) && (result.ran === null || checks.length === 0))
  const named = (names: readonly string[], more: readonly string[]) =>
    [...new Set([...names, ...more])].slice(0, MOST_NAMES)
  remember(draft, SEEN_CALLS, {
    has_judged: false,
    calls: seen.calls + ended.length,
    unread: seen.unread + unread.length,
    tools: named(
      seen.tools,
      unread.flatMap(({ call, ran }) => (ran === null ? [call.tool_name] : [])),
    ),
    commands: named(seen.commands, unread.flatMap(commandOf)),
  })
}

/** What nobody could read, once 20 calls have not judged the work; undefined before, and where calls were only looks. */
export function unjudgedOf(state: DetectorState): Unjudged | undefined {
  const { calls, unread, tools, commands } = recall(state, SEEN_CALLS)
  return calls >= CALLS && unread >= LEAST_UNREAD ? { calls, tools, commands } : undefined
}

/** How a door takes what a person declares; null where it does not. */
interface Door {
  /** The option for annotations of tools. */
  readonly tools: string | null
  /** Names a command, as a string of JSON, as a check. */
  readonly check: ((command: string) => string) | null
}

const library: Door = { tools: "tools", check: (command) => `checks: [${command}]` }

/** Says what could not be read, and how to declare it at that door. */
export function unjudgedWords({ calls, tools, commands }: Unjudged, door: Partial<Door> = {}): string {
  const { tools: option, check } = { ...library, ...door }
  const annotated = (tool: string) =>
    `Declare the one that checks: ${option}: { ${tool}: { evidence_role: "verification" } }.`
  const named = (command: string) => `Name the one that checks: ${check?.(command)}.`
  return [
    `No result of ${calls} calls judged the work.`,
    ...unknown("tools", tools, option === null ? null : annotated),
    ...unknown("commands", commands, check === null ? null : named),
  ].join(" ")
}

function unknown(
  what: string,
  names: readonly string[],
  advice: ((first: string) => string) | null,
): readonly string[] {
  const [first] = names
  if (first === undefined) return []
  const said = `It is unknown what these ${what} do: ${names.map(shownName).join(", ")}.`
  return advice === null ? [said] : [said, advice(JSON.stringify(first))]
}

/** An edit, a look and a check are read; so is a command that is known to change files or to look. */
function isUnread(result: SettledResult): boolean {
  const { role, wrote, ran } = result
  return role === "none" && !wrote && ran?.program !== null && hasUnknownEffect({ ...result, ok: true })
}

function commandOf({ call, ran }: SettledResult): readonly string[] {
  if (ran === null) return []
  const command = redactSecrets(normaliseCommand(call.command))
  return [command.length <= LONGEST_COMMAND && !command.includes("\n") ? command : (ran.program ?? "")]
}
