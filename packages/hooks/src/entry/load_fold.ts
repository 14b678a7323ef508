import type { createFold } from "../fold/fold.ts"

/**
 * Loads the fold when a reply is due, not earlier. In the built program of hooks it is a separate script
 * (`scripts/packaging/hook_program.mjs`).
 */
export async function loadFold(): Promise<typeof createFold> {
  return (await import("../fold/fold.ts")).createFold
}
