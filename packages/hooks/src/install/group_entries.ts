import type { HostName } from "../events/host_event.ts"
import type { HookEntry, HookPlan } from "./host_table.ts"
import { isOlder } from "./host_version.ts"
import { cmdCommand, hookCommand } from "./launcher.ts"
import { mcpHandler } from "./mcp_entry.ts"

/** What one of our hooks listens to. */
export interface Listener {
  readonly event: string
  /** The tools, as the host's matchers name them. */
  readonly matcher?: string | undefined
  readonly seconds: number
  /** Only where calls are refused. */
  readonly only_refusing?: boolean | undefined
  /** The first version of the host with this event. */
  readonly since?: string | undefined
  /** Only where the host is older: a later one tells the same by another event. */
  readonly before?: string | undefined
  /** Whether the hook may run the check itself here. */
  readonly verifies?: boolean | undefined
}

export interface GroupForm {
  readonly host: HostName
  /** How many of the host's units of time a second has. */
  readonly units: 1 | 1000
  readonly has_windows: boolean
  readonly listeners: readonly Listener[]
}

/** Time left to the hook around the check that it runs. */
const AROUND_VERIFY_SECONDS = 30

/** The listeners that a plan needs, each with its time-out. */
export function neededListeners(listeners: readonly Listener[], plan: HookPlan): readonly Listener[] {
  return listeners
    .filter(({ only_refusing }) => only_refusing !== true || plan.refuse_repeats)
    .filter(({ since, before }) => isToldBy(plan.version, since, before))
    .map((one) =>
      one.verifies === true && plan.verify_seconds !== null
        ? { ...one, seconds: plan.verify_seconds + AROUND_VERIFY_SECONDS }
        : one,
    )
}

function isToldBy(version: string | null, since: string | undefined, before: string | undefined): boolean {
  if (version === null) return before === undefined
  return (
    !(since !== undefined && isOlder(version, since)) && (before === undefined || isOlder(version, before))
  )
}

/** Entries in the form of Claude Code, which others took over: `{matcher, hooks: [{type, command, timeout}]}`. */
export function groupEntries(form: GroupForm, plan: HookPlan): readonly HookEntry[] {
  const installed = { host: form.host, words: plan.words }
  const windows = form.has_windows && plan.place === "home" ? cmdCommand(installed) : null
  return neededListeners(form.listeners, plan).map(({ event, matcher, seconds }) => ({
    event,
    value: {
      ...(matcher === undefined ? {} : { matcher }),
      hooks: [
        {
          ...((plan.via === "mcp" ? mcpHandler(installed, event) : null) ?? {
            type: "command",
            command: hookCommand(installed, plan.place),
            ...(windows === null ? {} : { commandWindows: windows }),
          }),
          timeout: seconds * form.units,
        },
      ],
    },
  }))
}
