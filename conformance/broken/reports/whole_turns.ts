import type { BrokenImplementation } from "../broken_implementation.ts"
import { detector } from "../parts/define.ts"

export const wholeTurns: readonly BrokenImplementation[] = [
  detector("A whole turn reports what its second half does.", ["whole-turns.observe"], {
    observe: (real) => (state, turn) => {
      const proposed = real.propose(state, { ...turn, signals: undefined })
      return { ...real.settle({ ...proposed.state, hard_stop: false }, turn), hard_stop: false }
    },
  }),
  detector("A whole turn reports what its first half does.", ["whole-turns.observe"], {
    observe: (real) => (state, turn) => {
      const proposed = real.propose(state, { ...turn, signals: undefined })
      return { ...proposed, state: real.settle(proposed.state, turn).state }
    },
  }),
  detector("Whole turns are accepted with fold previous_turn.", ["whole-turns.observe"], {
    observe: (real) => (state, turn) => real.settle(real.propose(state, turn).state, turn),
  }),
]
