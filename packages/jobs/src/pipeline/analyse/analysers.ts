import type { Analyser } from "./analyser.ts"
import { build } from "./build.ts"
import { ci } from "./ci.ts"
import { codeQuality } from "./code_quality.ts"
import { dependencies } from "./dependencies.ts"
import { docs } from "./docs.ts"
import { license } from "./license.ts"
import { readme } from "./readme.ts"
import { security } from "./security.ts"
import { structure } from "./structure.ts"
import { testResults } from "./test_results.ts"
import { tests } from "./tests.ts"

export const analysers: readonly Analyser[] = [
  build,
  testResults,
  tests,
  ci,
  security,
  codeQuality,
  dependencies,
  readme,
  docs,
  license,
  structure,
]
