import type { CallPattern } from "./pattern.ts"

/** Two actions in strict alternation; two alternations are a cycle. @requirement actions.ping_pong */
export const pingPong: CallPattern = {
  pattern: "ping_pong",
  reached(draft, _observed, config) {
    const threshold = config.ping_pong_cycles
    const count = Math.floor(draft.ping_pong_alternations / 2)
    return count >= threshold ? { count, threshold } : null
  },
}
