export type { Definition } from "./code/definition.ts"
export { definitions } from "./code/definitions.ts"
export { catalogue, criticById } from "./critics/catalogue.ts"
export { type Critic, type CriticDefinition, defineCritic } from "./critics/critic.ts"
export { type Finding, findingsOf } from "./critics/findings.ts"
export { feedbackText } from "./critics/feedback.ts"
export { type CriticResult, runCritics, type RunCriticsOptions } from "./critics/run_critics.ts"
export {
  informationGain,
  type InformationGain,
  type InformationGainOptions,
} from "./critics/psi/information_gain.ts"
export { type Phi, phi } from "./critics/psi/phi.ts"
export { touchedCode, type TouchedCode } from "./critics/reachability/symbols.ts"
export type { PlacedCritic } from "./critics/placement.ts"
export { scanBaseline } from "./critics/scanners/scan_baseline.ts"
export type { ScannerName, ScanOptions } from "./critics/scanners/scanner.ts"
export { type CriticSelection, resolveCritics, type SelectedCritic } from "./critics/select.ts"
export { detectBuildErrors } from "./critics/runs/detect_build_errors.ts"
export {
  detectFailingTests,
  type DetectFailingTestsOptions,
  type TestRun,
} from "./critics/runs/detect_failing_tests.ts"
export { baselinesAt, needBaselines, type SetUpTree } from "./critics/baselines_at.ts"
export type { MeasuredTree } from "./critics/measure_baselines.ts"
export type { CriticVerdict, FailVerdict, Fix, Violation } from "./critics/verdict.ts"
export { isPrivateAddress } from "./critics/grounding/private_addresses.ts"
export { gamma } from "./critics/psi/gamma.ts"
export { omega } from "./critics/psi/omega.ts"
export { type PsiBreakdown, psiLite, type PsiWeights } from "./critics/psi/psi_lite.ts"
export { computeFingerprint, manifestDigest } from "./repository/compute_fingerprint.ts"
export type { Baselines, RepositoryFacts, UrlProbe } from "./repository/facts.ts"
export type { Fingerprint } from "./repository/fingerprint.ts"
export { memoryFacts, type MemoryFactsOptions } from "./repository/memory_facts.ts"
export { stagedFacts, treeFacts } from "./repository/tree_facts.ts"
export { type FactsOptions, workTreeFacts } from "./repository/work_tree_facts.ts"
export {
  type ChangeSet,
  changeSet,
  type FileChange,
  type GitChange,
  rangeChange,
  type SkippedFile,
  workingChange,
} from "@proofloop/foundation/git"
export { languageOf } from "./code/language.ts"
export { bareSource } from "./code/bare_source.ts"
export { findForgedTests } from "./critics/forged/find_forged_tests.ts"
export type { TestCase, TestFile } from "./critics/forged/tests/test_case.ts"
export { readTestFile } from "./critics/forged/tests/read_test_file.ts"
export { ownModules } from "./critics/runs/own_modules.ts"
export { fileOfTest, isUnnamed, readFailingTests, relativeTo } from "./critics/runs/failing_tests.ts"
export { findRegressions } from "./critics/runs/regressions.ts"
export { languagesOf } from "./repository/languages.ts"
