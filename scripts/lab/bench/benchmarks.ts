import type { Benchmark } from "./benchmark.ts"
import { check } from "./check.ts"
import { conformance } from "./conformance.ts"
import { critics } from "./critics.ts"
import { detector } from "./detector.ts"
import { evidence } from "./evidence.ts"
import { feedback } from "./feedback.ts"
import { hooks } from "./hooks.ts"
import { imports } from "./imports.ts"
import { jobs } from "./jobs.ts"
import { loop } from "./loop.ts"
import { replay } from "./replay.ts"
import { starts } from "./starts.ts"
import { state } from "./state.ts"
import { verifier } from "./verifier.ts"
import { workFiles } from "./work_files.ts"

export const benchmarks: readonly Benchmark[] = [
  detector,
  evidence,
  loop,
  imports,
  starts,
  state,
  conformance,
  replay,
  critics,
  check,
  verifier,
  feedback,
  hooks,
  jobs,
  workFiles,
]
