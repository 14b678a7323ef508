import { createFold } from "../fold/fold.ts"

/** Loads the fold when a reply is due. In the built program it is a script (`scripts/packaging/hook_program.mjs`). */
export const loadFold = (): typeof createFold => createFold
