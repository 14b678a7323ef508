export { removeAbandonedTrees } from "./git/abandoned_trees.ts"
export {
  type ChangeSet,
  type FileChange,
  changeSet,
  lenientText,
  replacedText,
  strictText,
} from "./git/change_set.ts"
export { treeOf } from "./git/changed_files.ts"
export { ignoredWrites } from "./git/ignored_writes.ts"
export { type FileDigests, ignoredCheckFiles } from "./git/check_files.ts"
export { type Checkpoint, openCheckpoint } from "./git/checkpoint.ts"
export { atCommit, type CheckedOut, checkOut, ownerOfTree } from "./git/check_out.ts"
export { commitPaths, settleCommit, unfinishedWork } from "./git/commit_paths.ts"
export { diffBetween, diffSince, diffStart } from "./git/diff.ts"
export {
  GitError,
  type GitOutcome,
  git,
  initRepository,
  isIgnored,
  isRepository,
  requireGit,
  withGitTimeout,
} from "./git/git.ts"
export { type Blob, readBlobs } from "./git/git_blobs.ts"
export { mergeBase } from "./git/merge_base.ts"
export { missingCommits } from "./git/missing_commits.ts"
export { nearPaths, noSuchFile } from "./git/near_path.ts"
export { listTree } from "./git/tree.ts"
export { installedFolderOf } from "./git/installed_folders.ts"
export {
  type ChangeReader,
  type GitChange,
  openWorkingChange,
  type SkippedFile,
  rangeChange,
  workingChange,
  type WorkingChange,
} from "./git/working_change.ts"
export { shareWorkFiles, workspaceDigest } from "./git/workspace_digest.ts"
export {
  changedBetween,
  type EarlierReading,
  openWorkFiles,
  type ReadFiles,
  type WorkFiles,
  type WorkReading,
} from "./git/work_files/open.ts"
export { settledKey } from "./git/work_files/file_entries.ts"
export { watchContents } from "./git/work_files/watch_contents.ts"
export type { GitAnswers, WorkFilesStart } from "./git/work_files/start.ts"
export { makeBareRepository, type ObjectStore, objectStoreOf } from "./git/object_store.ts"
export { type Scratch, openScratch } from "./git/scratch.ts"
export { servedBy } from "./git/served.ts"
export { isStatePath, withoutPaths } from "./git/state_paths.ts"
export { openTreePatches, type TreePatches } from "./git/tree_patch.ts"
export { type TreeEntries, type TreeEntry, changedPaths, treeEntries } from "./git/tree_entries.ts"
export { checkOutIndex, type StagedChange, stagedChange } from "./git/staged_change.ts"
export { workTreeTop } from "./git/repository_top.ts"
export { subtreeOf, writeWorkTree } from "./git/work_tree.ts"
