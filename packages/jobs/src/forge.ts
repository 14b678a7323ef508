export { isBranchName, isCommitId } from "./forge/branch_name.ts"
export type { Check, Checks } from "./forge/checks.ts"
export {
  type Association,
  type Comments,
  type ForgeComment,
  type ForgeTarget,
  mayDecide,
} from "./forge/comments.ts"
export { type Conclusion, CONCLUSIONS } from "./forge/conclusions.ts"
export type { Forge } from "./forge/forge.ts"
export { ForgeError, type ForgeProblem } from "./forge/forge_error.ts"
export { fetchMissing } from "./forge/fetch_missing.ts"
export { findPublished, identityOf, type PullIdentity } from "./forge/identity.ts"
export { lookAtPull } from "./forge/look_at_pull.ts"
export { conflictsIn } from "./forge/conflicts.ts"
export { mergesInto } from "./forge/merges_into.ts"
export type { ForgeNews } from "./forge/news.ts"
export { DRAFT_CHOICES, type DraftChoice, openPull } from "./forge/open_pull.ts"
export { FIX_BRANCH_PREFIX, type Git } from "./forge/git.ts"
export type { GitAddress } from "./forge/git_address.ts"
export { gitRemote, type GitRemoteOptions } from "./forge/git_remote.ts"
export type { LocalChecksOptions } from "./forge/local/checks.ts"
export { type LocalForge, localForge } from "./forge/local_forge.ts"
export type { LocalReview } from "./forge/local/reviews.ts"
export type { LocalForgeOptions } from "./forge/local/settings.ts"
export { cell, code, defused, list, messageText, paragraph, quoted } from "./forge/page_text.ts"
export type { NewPullRequest, PullRequest, Pulls } from "./forge/pulls.ts"
export type { Review, Reviews, ReviewThread } from "./forge/reviews.ts"
export { takeBack, type TakeBackOptions, type TakenBack } from "./forge/take_back.ts"
export { withoutSecrets } from "./forge/without_secrets.ts"
