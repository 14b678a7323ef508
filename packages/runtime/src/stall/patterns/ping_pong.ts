import { BOOLEAN, integer, knob } from "../knob.ts"
import type { CallPattern } from "./pattern.ts"

const knobs = {
  /** Cycles of two alternating actions. An integer of at least 2. Default: `6`. */
  ping_pong_cycles: knob([integer(2), 6, 6], "V0"),
  /** Ping-pong needs unchanged results. Default: `false`; the preset `evidence` sets `true`. */
  ping_pong_observations: knob([BOOLEAN, false, true], "proofloop"),
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
