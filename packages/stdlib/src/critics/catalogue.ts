import { InvalidOptionError, nearestName } from "@proofloop/foundation/errors"
import { bytes } from "./bytes/bytes.ts"
import { dangling } from "./completeness/dangling.ts"
import { leftovers } from "./completeness/leftovers.ts"
import { stubs } from "./completeness/stubs.ts"
import { configSemantics } from "./config/config_semantics.ts"
import { pyprojectKeys } from "./config/pyproject_keys.ts"
import { pyprojectShapes } from "./config/pyproject_shapes.ts"
import { siblingConfig } from "./config/sibling_config.ts"
import { copiedFiles } from "./copies/copied_files.ts"
import type { Critic } from "./critic.ts"
import { docPreservation } from "./docs/doc_preservation.ts"
import { deletedTests } from "./forged/deleted_tests.ts"
import { maskedExits } from "./forged/exit_codes.ts"
import { hardCodedAnswers } from "./forged/hard_coded.ts"
import { mockedSubjects } from "./forged/mocked_subjects.ts"
import { narrowedRunner } from "./forged/runner_settings.ts"
import { skippedTests } from "./forged/skipped_tests.ts"
import { rewrittenSnapshots } from "./forged/snapshots.ts"
import { addedSuppressions } from "./forged/suppressions.ts"
import { inflatedTimeouts } from "./forged/timeouts.ts"
import { weakenedTests } from "./forged/weakened_tests.ts"
import { generatedFiles } from "./generated/generated.ts"
import { frameworkGrounding } from "./grounding/framework_grounding.ts"
import { importGrounding } from "./grounding/imports/import_grounding.ts"
import { linkGrounding } from "./grounding/link_grounding.ts"
import { packageGrounding } from "./grounding/package_grounding.ts"
import { goPreservation } from "./preservation/go.ts"
import { javaPreservation } from "./preservation/java.ts"
import { otherPreservation } from "./preservation/other.ts"
import { pythonPreservation } from "./preservation/python.ts"
import { rustPreservation } from "./preservation/rust.ts"
import { scriptPreservation } from "./preservation/script.ts"
import { psiFull } from "./psi/psi_full.ts"
import { psiLiteCritic } from "./psi/psi_lite_critic.ts"
import { abandonedSymbols } from "./reachability/abandoned_symbols.ts"
import { deadCode } from "./reachability/dead_code.ts"
import { echoChamber } from "./reachability/echo_chamber.ts"
import { build } from "./runs/build.ts"
import { testRegression } from "./runs/test_regression.ts"
import { semgrep } from "./scanners/semgrep.ts"
import { trivy } from "./scanners/trivy.ts"
import { manifestScope } from "./scope/manifest_scope.ts"
import { hardCodedSecrets } from "./secrets/hard_coded_secrets.ts"
import { structure } from "./structure/structure.ts"
import { configSyntax } from "./syntax/config_syntax.ts"
import { refinerSyntax, syntax } from "./syntax/syntax.ts"

/** Every critic, in the order of the gate: cheap before expensive, syntax before critics that need a parsed file. */
export const catalogue: readonly Critic[] = [
  manifestScope,
  syntax,
  refinerSyntax,
  configSyntax,
  leftovers,
  configSemantics,
  frameworkGrounding,
  packageGrounding,
  importGrounding,
  docPreservation,
  linkGrounding,
  siblingConfig,
  pyprojectKeys,
  pyprojectShapes,
  pythonPreservation,
  scriptPreservation,
  goPreservation,
  rustPreservation,
  javaPreservation,
  otherPreservation,
  dangling,
  stubs,
  deletedTests,
  skippedTests,
  weakenedTests,
  mockedSubjects,
  hardCodedAnswers,
  maskedExits,
  narrowedRunner,
  addedSuppressions,
  rewrittenSnapshots,
  inflatedTimeouts,
  hardCodedSecrets,
  copiedFiles,
  generatedFiles,
  bytes,
  structure,
  deadCode,
  abandonedSymbols,
  echoChamber,
  semgrep,
  trivy,
  build,
  testRegression,
  psiLiteCritic,
  psiFull,
]

/** The critic with an id, case ignored. Throws InvalidOptionError with a "did you mean". */
export function criticById(id: string): Critic {
  const found = catalogue.find((critic) => critic.id.toLowerCase() === id.toLowerCase())
  if (found !== undefined) return found
  const ids = catalogue.map((critic) => critic.id)
  throw new InvalidOptionError({
    option: "critic",
    expected: `one of ${ids.join(", ")}`,
    got: id,
    did_you_mean: nearestName(id, ids),
  })
}
