import { DRAFT_CHOICES } from "@proofloop/jobs/internal/forge"
import { type CiKnobs, isSwitched, type ModelRole, SWITCHES } from "@proofloop/jobs/internal/pipeline"
import type { PipelineLimits, PipelineOptions, PipelineRun, Switch } from "@proofloop/jobs/pipeline"
import { type Model, openAICompatible } from "@proofloop/runtime"
import { givenFolder } from "../arguments/folders.ts"
import { readAmount, readCount, readMilliseconds } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { readRooms } from "../jobs/rooms.ts"
import { askedModel } from "../run/job.ts"
import { readModel } from "../run/model_settings.ts"
import type { Asked } from "./asked.ts"

/** How to do a run, without its place. Throws Misuse. */
export function readSettings(input: Input, io: Io): Omit<PipelineOptions, "store" | "forge" | "state_dir"> {
  const draft = DRAFT_CHOICES.find((choice) => choice === input.text("draft"))
  const prompt_dir = givenFolder(input, "prompt-dir", io)
  return {
    ...readModels(input, io),
    ...readRooms(input),
    check: input.text("check"),
    check_timeout_ms: readMilliseconds(input, "check-timeout"),
    model_timeout_ms: readMilliseconds(input, "model-timeout"),
    limits: readLimits(input),
    ci: readCi(input),
    draft,
    signer: input.text("sign-off"),
    trusted_authors: input.texts("trust-author"),
    prompt_dir,
  }
}

/** What the owner turns on or off for one run; of the flags by the same names. */
export function readSwitches(input: Input): readonly Switch[] {
  return SWITCHES.filter((name) =>
    name === "sign_off" ? input.text("sign-off") !== undefined : input.flag(flagOf(name)),
  )
}

/** Flags of a run's beginning that a resume ignores. */
export function beganWith({ base, switches }: Pick<PipelineRun, "base" | "switches">): Asked {
  const on = SWITCHES.flatMap((name) =>
    name === "sign_off" || !isSwitched({ switches }, name) ? [] : [[flagOf(name), true as const]],
  )
  return { ...(base === null ? {} : { base: [base] }), ...Object.fromEntries(on) }
}

function flagOf(name: Exclude<Switch, "sign_off">): string {
  return name === "needs_approval" ? "approve" : name.replaceAll("_", "-")
}

function readModels(input: Input, io: Io): Pick<PipelineOptions, "model" | "models" | "reviewers"> {
  const asked = askedModel(input)
  const prices = readPrices(input)
  const named = (name: string | undefined): Model =>
    openAICompatible({
      ...readModel(name === undefined ? asked : { ...asked, model: name }, input, io.env),
      prices,
    })
  const critic = input.text("critic-model") ?? (io.env["CRITIC_MODEL"] || undefined)
  const reviewers = input.texts("reviewer-model").map(named)
  const given = { ...Object.fromEntries(ROLES.map((role) => [role, input.text(`${role}-model`)])), critic }
  const models = Object.entries(given).flatMap(([role, name]) =>
    name === undefined ? [] : [[role, named(name)] as const],
  )
  return {
    model: named(undefined),
    models: Object.fromEntries(models),
    ...(reviewers.length === 0 ? {} : { reviewers }),
  }
}

const ROLES = ["planner", "fixer"] as const satisfies readonly ModelRole[]

function readPrices(input: Input) {
  const text = input.text("prices")
  if (text === undefined) {
    const limit = ["max-usd", "max-usd-a-day"].find((name) => input.text(name) !== undefined)
    if (limit !== undefined) throw new Misuse(`--${limit} needs --prices IN,OUT`)
    return undefined
  }
  const [inward, outward] = text.split(",")
  return { input_per_million_usd: Number(inward), output_per_million_usd: Number(outward) }
}

function readLimits(input: Input): PipelineLimits {
  return {
    max_open_pulls: readCount(input, "max-open-pulls"),
    max_tokens: readCount(input, "max-tokens"),
    max_usd: readAmount(input, "max-usd"),
    max_usd_a_day: readAmount(input, "max-usd-a-day"),
    max_turns: readCount(input, "max-turns"),
    max_tokens_a_day: readCount(input, "max-tokens-a-day"),
    max_work_ms: readMilliseconds(input, "max-minutes", MINUTE_MS),
    max_work_ms_a_day: readMilliseconds(input, "max-minutes-a-day", MINUTE_MS),
  }
}

const MINUTE_MS = 60_000

function readCi(input: Input): Partial<CiKnobs> {
  const every = readMilliseconds(input, "ci-poll")
  const deadline = readMilliseconds(input, "ci-timeout")
  return {
    ...(every === undefined ? {} : { look_every_ms: every }),
    ...(deadline === undefined ? {} : { deadline_ms: deadline }),
  }
}
