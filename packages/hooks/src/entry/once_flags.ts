/** Flags of V8 for a fold that is used once, and their defaults. */
const FLAGS = [
  ["--no-regexp-optimization", "--regexp-optimization"],
  ["--no-regexp-peephole-optimization", "--regexp-peephole-optimization"],
  ["--regexp-tier-up-ticks=20", "--regexp-tier-up-ticks=1"],
] as const

export interface OnceFlags {
  /** Takes effect for regular expressions made afterwards. */
  set(): void
  /** Sets what was set to V8's defaults again. */
  reset(): void
}

/**
 * A process that answers one event runs most regular expressions once or twice on a short line, and compiling them
 * takes longer than interpreting. A V8 without one of these flags says so on standard error and goes on.
 */
export function onceFlags(): OnceFlags {
  let is_set = false
  return {
    set() {
      is_set = true
      for (const [flag] of FLAGS) setV8Flag(flag)
    },
    reset() {
      if (is_set) for (const [, flag] of FLAGS) setV8Flag(flag)
    },
  }
}

function setV8Flag(flag: string): void {
  // Most events need no flag, and loading this takes time.
  process.getBuiltinModule("node:v8").setFlagsFromString(flag)
}
