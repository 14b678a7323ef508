/** For packages of the same version: no promise holds for these names. */
export type { Suite } from "./case.ts"
export type { OurParts } from "./ours.ts"
export { loadPreset } from "./preset.ts"
export { type CaseOutcome, runCase } from "./run_case.ts"
