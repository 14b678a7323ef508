export { detectChecks, detectChecksSync } from "./paths/checks.ts"
export { BUILD_MANIFESTS, type ManifestRules, isBuildManifest, refuseManifest } from "./paths/manifests.ts"
export { isTestFile, TEST_PATHS, type TestLanguage, testLanguageOf } from "./paths/test_file.ts"
export { isTestPath } from "./paths/test_path.ts"
