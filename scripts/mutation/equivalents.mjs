import { readFileSync } from "node:fs"

/**
 * Mutants that no test can find because nothing a caller sees changes: by file, the line, the change and why. A run is red
 * if one of them is gone, or is found after all.
 */
export const equivalents = JSON.parse(readFileSync(new URL("equivalents.json", import.meta.url), "utf8"))
