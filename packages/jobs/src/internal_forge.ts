/** For packages of the same version: no promise holds for these names. */
export { isBranchName } from "./forge/branch_name.ts"
export type { PullIdentity } from "./forge/identity.ts"
export type { LocalChecksOptions } from "./forge/local/checks.ts"
export type { LocalForge } from "./forge/local_forge.ts"
export { DRAFT_CHOICES, type DraftChoice } from "./forge/open_pull.ts"
