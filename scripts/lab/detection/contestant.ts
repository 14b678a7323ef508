import { type PresetLayer, resolvePreset } from "@proofloop/presets"
import { replaySession } from "@proofloop/replay"
import type { SessionItem } from "@proofloop/replay/internal/sessions"
import { createDetector, type Detector } from "@proofloop/runtime/detector"
import type { LabelledRun } from "./labelled_runs.ts"
import type { Peer } from "./peer.ts"
import { clineHard, clineSoft } from "./peers/cline.ts"
import { crush } from "./peers/crush.ts"
import { geminiCli } from "./peers/gemini_cli.ts"
import { ggcodeHard, ggcodeSoft } from "./peers/ggcode.ts"
import { goose } from "./peers/goose.ts"
import { harnV1, harnV2 } from "./peers/harn.ts"
import { jiuwenswarm } from "./peers/jiuwenswarm.ts"
import { openclaw } from "./peers/openclaw.ts"
import { opencode } from "./peers/opencode.ts"
import { openHands } from "./peers/openhands.ts"
import { qwenCode } from "./peers/qwen_code.ts"
import { rooCode } from "./peers/roo_code.ts"
import { naive, rawHash, stepCap } from "./peers/simple.ts"
import { stella } from "./peers/stella.ts"

/** Whatever says at which events of a run it would have spoken. */
export interface Contestant {
  readonly name: string
  readonly is_ours: boolean
  readonly origin: string
  trips(run: LabelledRun): Promise<readonly number[]>
}

const peers: readonly Peer[] = [
  harnV1,
  harnV2,
  openHands,
  geminiCli,
  qwenCode,
  opencode,
  rooCode,
  clineSoft,
  clineHard,
  goose,
  crush,
  openclaw,
  stella,
  ggcodeSoft,
  ggcodeHard,
  jiuwenswarm,
  naive,
  rawHash,
  stepCap,
]

/** A peer's rule as a contestant. */
function fromPeer(peer: Peer): Contestant {
  const { name, origin } = peer
  return { name, origin, is_ours: false, trips: async ({ calls }) => peer.trips(calls) }
}

/** One of our presets, with other knobs laid over it. */
export function fromPreset(preset: string, layer: PresetLayer = {}, name: string = preset): Contestant {
  const { stall_diagnostics } = resolvePreset(preset, layer)
  if (typeof stall_diagnostics !== "object" || stall_diagnostics === null) throw new Error(preset)
  const detector: Detector = createDetector({
    stall_diagnostics: { ...stall_diagnostics, repair_aware: true },
  })
  return {
    name: `proofloop ${name}`,
    origin: "the real detector",
    is_ours: true,
    async trips(run) {
      const trips: number[] = []
      for await (const item of replaySession(itemsOf(run), { detectors: [detector] }))
        if (item.type === "run")
          trips.push(...item.replays.flatMap((replay) => replay.trips).map(({ event }) => event))
      return trips
    },
  }
}

export const contestants: readonly Contestant[] = [
  fromPreset("evidence"),
  fromPreset("repair"),
  fromPreset("futile_retry_guard"),
  ...peers.map(fromPeer),
]

async function* itemsOf({ run, turns }: LabelledRun): AsyncGenerator<SessionItem> {
  yield { type: "run", ...run }
  for (const turn of turns) yield { type: "turn", turn }
}
