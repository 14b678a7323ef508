import { audit } from "./audit.ts"
import type { Preset } from "./definition/preset.ts"
import { evidence } from "./evidence.ts"
import { futileRetryGuard } from "./futile_retry_guard.ts"
import { mergeCaptain } from "./merge_captain.ts"
import { minimal } from "./minimal.ts"
import { oncallCaptain } from "./oncall_captain.ts"
import { releaseCaptain } from "./release_captain.ts"
import { repair } from "./repair.ts"
import { reviewCaptain } from "./review_captain.ts"
import { summary } from "./summary.ts"
import { verify } from "./verify.ts"

const shipped = [
  evidence,
  repair,
  audit,
  summary,
  verify,
  mergeCaptain,
  reviewCaptain,
  oncallCaptain,
  releaseCaptain,
  minimal,
  futileRetryGuard,
] as const

export type PresetName = (typeof shipped)[number]["name"]

/** The presets that come with the package, the recommended one first. */
export const presets: readonly (Preset & { readonly name: PresetName })[] = Object.freeze(shipped)

export const presetNames: readonly PresetName[] = Object.freeze(shipped.map(({ name }) => name))
