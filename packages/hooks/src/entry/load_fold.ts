import type { createFold } from "../fold/fold.ts"

/**
 * Loads the fold, when a reply is due and not before. Where the program of hooks is built, it comes from a script of its own
 * (`scripts/packaging/hook_program.mjs`).
 */
export async function loadFold(): Promise<typeof createFold> {
  return (await import("../fold/fold.ts")).createFold
}
