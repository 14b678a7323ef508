export { detectChecks, detectChecksSync } from "./paths/checks.ts"
export { BUILD_MANIFESTS, type ManifestRules, isBuildManifest, refuseManifest } from "./paths/manifests.ts"
export { isTestLike } from "./paths/test_like.ts"
export { isTestPath } from "./paths/test_path.ts"
