import { readCommand } from "@proofloop/runtime/detector"
import type { HookCall } from "../events/host_event.ts"
import type { HookState } from "./hook_state.ts"

const MAX_COMMANDS = 32
const MAX_COMMAND = 1000
const TASK = /\bID:? {0,2}([\w-]{4,64})|(\/[\w./@+-]{1,400}\.(?:output|log|txt))\b/g

/** Commands that were sent to the background, each with the names of its task and of the file with its output. */
export function backgroundWith(
  known: HookState["background"],
  calls: readonly HookCall[],
): HookState["background"] {
  const sent = calls.flatMap((call) => {
    const command = commandOf(call)
    const told = (call.observation ?? "").slice(0, 2000).matchAll(TASK)
    const names = [...told].flatMap(([, id, file]) => id ?? file ?? [])
    return call.status === "running" && command !== "" && names.length > 0 ? [{ command, names }] : []
  })
  return [...known, ...sent].slice(-MAX_COMMANDS)
}

/** A look at the output of a command in the background, as that command, whose end is not told. */
export function asBackground(call: HookCall, background: HookState["background"]): HookCall {
  const given = background.length === 0 ? "" : JSON.stringify(call.arguments ?? "").slice(0, 4000)
  const found = background.findLast(({ names }) => names.some((name) => given.includes(name)))
  if (found === undefined || call.status === "running" || readCommand(commandOf(call)).check !== null)
    return call
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

/** A command that ran in another folder, as one that goes there first: its check is another one. */
export function inItsFolder(call: HookCall): HookCall {
  const command = commandOf(call)
  if (call.folder === undefined || command === "") return call
  const place = `'${call.folder.replaceAll("'", `'\\''`)}'`
  return { ...call, arguments: { ...(call.arguments as object), command: `cd ${place} && ${command}` } }
}

/** The command line of a shell call; "" for any other call. */
export function commandOf({ arguments: given }: HookCall): string {
  const command =
    typeof given === "object" && given !== null && "command" in given && typeof given.command === "string"
      ? given.command
      : ""
  return command.slice(0, MAX_COMMAND)
}
