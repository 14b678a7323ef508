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

const SENTENCES = {
  observe: `observes and says nothing. "proofloop hook report" shows what it would have said; --hold holds`,
  nudge: "tells the agent what stays broken, and holds nothing; --hold holds",
  hold: "tells the agent what stays broken, and does not let it stop while a check fails",
}

/** What these flags do, for the person who installs them. */
export function modeSentence([mode = ""]: readonly string[]): string {
  return `${mode}: ${SENTENCES[MODES.find((name) => mode === `--${name}`) ?? "observe"]}.\n`
}
