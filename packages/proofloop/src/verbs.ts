import { verbsOf } from "./arguments/help.ts"
import { check } from "./verbs/check.ts"
import { createConfig } from "./verbs/config.ts"
import { conformance } from "./verbs/conformance.ts"
import { demo } from "./verbs/demo.ts"
import { doctor } from "./verbs/doctor.ts"
import { explain } from "./verbs/explain.ts"
import { feedback } from "./verbs/feedback.ts"
import { fleet } from "./verbs/fleet.ts"
import { withHelp } from "./verbs/help.ts"
import { hook } from "./verbs/hook.ts"
import { init } from "./verbs/init.ts"
import { mcp } from "./verbs/mcp.ts"
import { pipeline } from "./verbs/pipeline.ts"
import { replay } from "./verbs/replay.ts"
import { resume } from "./verbs/resume.ts"
import { run } from "./verbs/run.ts"
import { ui } from "./verbs/ui.ts"
import { verify } from "./verbs/verify.ts"

const working = {
  "every day": [demo, init, doctor, hook, check, run, resume, explain, replay, mcp],
  proof: [verify, conformance],
  "durable work": [feedback, pipeline, fleet, ui],
} as const

/** Verbs by what a person wants of them, in the order in which help lists them. */
export const groups = withHelp({
  ...working,
  "every day": [...working["every day"], createConfig(verbsOf(working))],
})

export const verbs = verbsOf(groups)

/** What a verb of an earlier version is called now. */
export const MOVED: Readonly<Record<string, string>> = {
  brief: "verify brief",
  verdict: "verify verdict",
  consensus: "verify consensus",
  eval: "verify eval",
  meter: "replay meter",
  store: "fleet copy",
  presets: "config presets",
}
