import type { Input } from "../arguments/verb.ts"
import { Misuse } from "../console/misuse.ts"

const MODES = ["observe", "nudge", "hold"] as const

function modeOf({ config }: Input): (typeof MODES)[number] {
  return MODES.find((mode) => mode === config.at("hook.mode")) ?? "observe"
}

/** The flags of the host's command, in a fixed order. */
export function wordsOf(input: Input): readonly string[] {
  const modes = MODES.filter((mode) => input.flag(mode))
  if (modes.length > 1)
    throw new Misuse(`${modes.map((mode) => `--${mode}`).join(" and ")} exclude each other`)
  const values = ["verify", "verify-seconds", "repair-aware", "via"].flatMap((name) => {
    const given = input.text(name)
    return given === undefined ? [] : [`--${name}`, given]
  })
  return [
    `--${modes[0] ?? modeOf(input)}`,
    ...values,
    ...(input.flag("refuse-repeats") ? ["--refuse-repeats"] : []),
  ]
}
