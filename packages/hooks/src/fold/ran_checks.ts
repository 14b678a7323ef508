import { readCommand } from "@proofloop/runtime/detector"
import { type SettledResult, settlingCommand } from "@proofloop/runtime/internal/detector"
import { echoedLines } from "@proofloop/runtime/internal/evidence"
import type { HookCall } from "../events/host_event.ts"
import type { HookState, RanCheck } from "./hook_state.ts"
import { commandOf, keptCommand } from "./placed_call.ts"
import { isAboutCall } from "./unable.ts"

const MAX_COMMANDS = 32

/** The checks of earlier sessions count as older than those of this one. */
export function knownCommands(
  { commands }: HookState,
  known_checks: readonly string[],
): HookState["commands"] {
  const known = known_checks.map((command) =>
    ranCheck(command, readCommand(command).check?.check_id ?? command),
  )
  const ids = new Set(commands.map(({ check_id }) => check_id))
  return [...known.filter(({ check_id }) => !ids.has(check_id)), ...commands].slice(-MAX_COMMANDS)
}

export function ranCheck(command: string, check_id: string): RanCheck {
  return {
    check_id,
    command,
    has_passed: true,
    weakness: "",
    tests_run: null,
    judged_nothing: false,
    script: null,
    runs: [],
  }
}

/** A command that passes weakly does not settle what another showed to fail. */
export function commandsWith(
  commands: HookState["commands"],
  call: HookCall,
  {
    result,
    evidence,
  }: { readonly result: SettledResult; readonly evidence: NonNullable<SettledResult["evidence"]> },
  root: string,
): HookState["commands"] {
  const { check_id, weakness, class: outcome, tests_run } = evidence
  const others = commands.filter((known) => known.check_id !== check_id)
  const command = commandOf(call)
  if (command === "") return others
  if (weakness !== "" && others.length < commands.length)
    return commands.map((known) => (known.check_id === check_id ? { ...known, weakness } : known))
  const ran = {
    check_id,
    command: keptCommand(settlingCommand(command, root)),
    has_passed: outcome === "pass",
    weakness: outcome === "pass" ? weakness : "",
    tests_run: outcome === "pass" ? tests_run : null,
    judged_nothing: isAboutCall(result, command),
    script: call.script ?? null,
    runs: [call.script ?? "", ...echoedLines(call.observation ?? "")]
      .flatMap((line) => readCommand(line).check?.check_id ?? [])
      .slice(0, MAX_COMMANDS),
  }
  return [...others, ran].slice(-MAX_COMMANDS)
}
