/** Flags of V8 for a fold that is used once, and their defaults. The last optimises no function. */
const FLAGS = [
  ["--no-regexp-optimization", "--regexp-optimization"],
  ["--no-regexp-peephole-optimization", "--regexp-peephole-optimization"],
  ["--regexp-tier-up-ticks=20", "--regexp-tier-up-ticks=1"],
  ["--max-optimized-bytecode-size=0", "--max-optimized-bytecode-size=61440"],
] as const

export interface OnceFlags {
  /** Takes effect for regular expressions made afterwards. */
  set(): void
  /** Does something under V8's defaults: it takes no compiled code that was kept under other flags. */
  without<Result>(work: () => Result): Result
}

/**
 * A process that answers one event runs most regular expressions once or twice on a short line, and compiling them
 * takes longer than interpreting. A V8 without one of these flags says so on standard error and goes on.
 */
export function onceFlags(): OnceFlags {
  let is_set = false
  const apply = (which: 0 | 1) => {
    // Most events need no flag, and loading this takes time.
    for (const flags of FLAGS) process.getBuiltinModule("node:v8").setFlagsFromString(flags[which])
  }
  return {
    set() {
      is_set = true
      apply(0)
    },
    without(work) {
      if (!is_set) return work()
      apply(1)
      try {
        return work()
      } finally {
        apply(0)
      }
    },
  }
}
