import type { Verb } from "./arguments/verb.ts"
import { brief } from "./verbs/brief.ts"
import { check } from "./verbs/check.ts"
import { createConfig } from "./verbs/config.ts"
import { conformance } from "./verbs/conformance.ts"
import { consensus } from "./verbs/consensus.ts"
import { demo } from "./verbs/demo.ts"
import { doctor } from "./verbs/doctor.ts"
import { evaluation } from "./verbs/eval.ts"
import { explain } from "./verbs/explain.ts"
import { feedback } from "./verbs/feedback.ts"
import { fleet } from "./verbs/fleet.ts"
import { createHelp } from "./verbs/help.ts"
import { hook } from "./verbs/hook.ts"
import { init } from "./verbs/init.ts"
import { mcp } from "./verbs/mcp.ts"
import { meter } from "./verbs/meter.ts"
import { pipeline } from "./verbs/pipeline.ts"
import { presets } from "./verbs/presets.ts"
import { replay } from "./verbs/replay.ts"
import { resume } from "./verbs/resume.ts"
import { run } from "./verbs/run.ts"
import { store } from "./verbs/store.ts"
import { ui } from "./verbs/ui.ts"
import { verdict } from "./verbs/verdict.ts"
import { verify } from "./verbs/verify.ts"

const working: readonly Verb[] = [
  demo,
  init,
  doctor,
  replay,
  meter,
  run,
  resume,
  check,
  mcp,
  brief,
  verdict,
  consensus,
  verify,
  evaluation,
  feedback,
  pipeline,
  fleet,
  store,
  ui,
  hook,
  explain,
  presets,
  conformance,
]
const all: readonly Verb[] = [...working, createConfig(working)]

/** Every verb, in the order help lists them. */
export const verbs: readonly Verb[] = [...all, createHelp(all)]
