/**
 * Mutants that no test can find because nothing a caller sees changes, by file, line and change. A run is red if one of
 * them is gone, or is found after all.
 */
export const equivalents = {}
