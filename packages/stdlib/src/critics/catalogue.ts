import { InvalidOptionError, nearestName } from "@proofloop/runtime"
import { configSemantics } from "./config/g10_config_semantics.ts"
import { siblingConfig } from "./config/g15_sibling_config.ts"
import { pyprojectKeys } from "./config/g23_pyproject_keys.ts"
import { pyprojectShapes } from "./config/g24_pyproject_shapes.ts"
import type { Critic } from "./critic.ts"
import { docPreservation } from "./docs/g13_doc_preservation.ts"
import { frameworkGrounding } from "./grounding/g11_framework_grounding.ts"
import { packageGrounding } from "./grounding/g12_package_grounding.ts"
import { linkGrounding } from "./grounding/g14_link_grounding.ts"
import { g7 } from "./preservation/g7.ts"
import { g7Go } from "./preservation/g7_go.ts"
import { g7Java } from "./preservation/g7_java.ts"
import { g7Rs } from "./preservation/g7_rs.ts"
import { g7Ts } from "./preservation/g7_ts.ts"
import { psiFull } from "./psi/psi_full.ts"
import { psiLiteCritic } from "./psi/psi_lite_critic.ts"
import { g16 } from "./reachability/g16.ts"
import { g18 } from "./reachability/g18.ts"
import { g19 } from "./reachability/g19.ts"
import { build } from "./runs/build.ts"
import { g8 } from "./runs/g8.ts"
import { g21 } from "./scanners/g21.ts"
import { g22 } from "./scanners/g22.ts"
import { g1 } from "./scope/g1.ts"
import { refinerSyntax, syntax } from "./syntax/g2_syntax.ts"
import { configSyntax } from "./syntax/g20_config_syntax.ts"

/** Every critic, in the order of the gate: cheap before dear, syntax before what needs a parsed file. */
export const catalogue: readonly Critic[] = [
  g1,
  syntax,
  refinerSyntax,
  configSyntax,
  configSemantics,
  frameworkGrounding,
  packageGrounding,
  docPreservation,
  linkGrounding,
  siblingConfig,
  pyprojectKeys,
  pyprojectShapes,
  g7,
  g7Ts,
  g7Go,
  g7Rs,
  g7Java,
  g16,
  g18,
  g19,
  g21,
  g22,
  build,
  g8,
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
