export { isBranchName } from "./forge/branch_name.ts"
export {
  FIX_BRANCH_PREFIX,
  type Forge,
  ForgeError,
  type ForgeTarget,
  type NewPullRequest,
  type PullRequest,
} from "./forge/forge.ts"
export { githubForge } from "./forge/github_forge.ts"
export type { GithubForgeOptions } from "./forge/github/settings.ts"
export { type LocalForge, localForge } from "./forge/local_forge.ts"
export type { LocalForgeOptions } from "./forge/local/settings.ts"
