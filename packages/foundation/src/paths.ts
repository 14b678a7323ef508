export { type BuildTool, findBuildTools } from "./paths/build_tools.ts"
export { BUILD_MANIFESTS, type ManifestRules, isBuildManifest, refuseManifest } from "./paths/manifests.ts"
export { hasTestScript } from "./paths/checks.ts"
export { isNewYarn, packageManagerOf } from "./paths/package_manager.ts"
export { findTestCommand } from "./paths/test_command.ts"
export { namesTest, testStep } from "./paths/test_steps.ts"
export { testFileCommand } from "./paths/test_file_command.ts"
export { isTestFile, TEST_PATHS, type TestLanguage, testLanguageOf } from "./paths/test_file.ts"
export {
  isBuildPath,
  isCheckPath,
  isOwnCheckPath,
  PROGRAM_FOLDERS,
  rootModuleOf,
} from "./paths/check_path.ts"
export { definesTests, isTestPath } from "./text/test_path.ts"
export { deniedEntry, denylistSummary } from "./paths/denylist.ts"
export { type PathRefusal, type PathRules, readPatchPath, refusePatchPath } from "./paths/patch_path.ts"
