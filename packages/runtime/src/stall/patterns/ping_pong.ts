import { BOOLEAN, integer, knob } from "../knob.ts"
import type { CallPattern } from "./pattern.ts"

const knobs = {
  ping_pong_cycles: knob([integer(2), 6, 6], "V0", "Cycles of two alternating actions."),
  ping_pong_observations: knob([BOOLEAN, false, true], "proofloop", "Ping-pong needs unchanged results."),
}

/** Two actions in strict alternation; two alternations are a cycle. @requirement actions.ping_pong */
export const pingPong: CallPattern<typeof knobs> = {
  name: "ping_pong",
  confidence: "certain",
  knobs,
  reached(draft, _observed, config) {
    const threshold = config.ping_pong_cycles
    const count = Math.floor(draft.ping_pong_alternations / 2)
    return count >= threshold ? { count, threshold } : null
  },
}
