/** For packages of the same version: no promise holds for these names. */
export { baselinesAt, needBaselines } from "./critics/baselines_at.ts"
export { type Finding, findingsOf } from "./critics/findings.ts"
export { type LookedAt, filesText, lookedAt } from "./critics/looked_at.ts"
export type { PlacedCritic } from "./critics/placement.ts"
export type { CriticResult } from "./critics/run_critics.ts"
export type { CriticSelection, SelectedCritic } from "./critics/select.ts"
export type { RepositoryFacts } from "./repository/facts.ts"
export { stagedFacts } from "./repository/tree_facts.ts"
