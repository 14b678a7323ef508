import { recordedCall } from "@proofloop/replay/internal/recording"
import { readCommand } from "@proofloop/runtime/detector"
import type { HookCall } from "../events/host_event.ts"
import type { HookState } from "./hook_state.ts"

const MAX_COMMANDS = 32
const MAX_COMMAND = 1000
const TASK = /\bID:? {0,2}([\w-]{4,64})|(\/[\w./@+-]{1,400}\.(?:output|log|txt))\b/g

/**
 * Commands that were sent to the background and whose end is not known, each with the names of its task and of the file
 * with its output.
 */
export function backgroundWith(
  known: HookState["background"],
  calls: readonly HookCall[],
): HookState["background"] {
  let running = known
  for (const call of calls) {
    const command = keptCommand(commandOf(call))
    if (hasEnded(call)) running = running.filter((sent) => sent.command !== command)
    if (call.status !== "running" || command === "") continue
    const told = (call.observation ?? "").slice(0, 2000).matchAll(TASK)
    const names = [...told].flatMap(([, id, file]) => id ?? file ?? [])
    if (names.length > 0) running = [...running, { command, names }]
  }
  return running.slice(-MAX_COMMANDS)
}

function hasEnded({ status, exit_code, failed }: HookCall): boolean {
  return status === undefined && (exit_code ?? failed) !== undefined
}

/** A look at the output of a command in the background, as that command, whose end is not told. */
export function asBackground(call: HookCall, background: HookState["background"]): HookCall {
  const given = background.length === 0 ? "" : JSON.stringify(call.arguments ?? "").slice(0, 4000)
  const found = background.findLast(({ names }) => names.some((name) => given.includes(name)))
  if (found === undefined || call.status === "running" || !isLook(call)) return call
  const { exit_code } = call
  const is_own = commandOf(call) === "" && exit_code !== undefined
  return {
    ...call,
    tool: "Bash",
    arguments: { command: found.command },
    annotations: undefined,
    ...(is_own ? {} : { exit_code: undefined, failed: undefined, status: "unknown" as const }),
  }
}

/** Whether a call writes nothing and checks nothing, as far as it says. */
function isLook(call: HookCall): boolean {
  const command = commandOf(call)
  if (command === "") return recordedCall({ ...call, event: 0 }).result.annotations?.kind !== "edit"
  const { check, role } = readCommand(command)
  return check === null && role !== "mutation"
}

/** A command that ran in another folder, as one that goes there first: its check is another one. */
export function inItsFolder(call: HookCall): HookCall {
  const command = commandOf(call)
  if (call.folder === undefined || command === "") return call
  const place = `'${call.folder.replaceAll("'", `'\\''`)}'`
  return { ...call, arguments: { ...(call.arguments as object), command: `cd ${place} && ${command}` } }
}

/** The command line of a shell call; "" for any other call. */
export function commandOf({ arguments: given }: HookCall): string {
  return typeof given === "object" &&
    given !== null &&
    "command" in given &&
    typeof given.command === "string"
    ? given.command
    : ""
}

/** The start of a command line, as the state keeps it. */
export function keptCommand(command: string): string {
  return command.slice(0, MAX_COMMAND)
}
