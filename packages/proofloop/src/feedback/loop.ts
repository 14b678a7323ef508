import { reviewWith, type SelfCorrectionOptions } from "@proofloop/jobs/feedback"
import { FIX_CLASSES } from "@proofloop/jobs/internal/feedback"
import { type Model, openAICompatible } from "@proofloop/runtime"
import { givenFolder } from "../arguments/folders.ts"
import { readIds } from "../arguments/ids.ts"
import { readMilliseconds, readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { askedModel } from "../run/job.ts"
import { readModel } from "../run/model_settings.ts"
import { fieldsText } from "../terminal/fields_text.ts"
import { shellWord } from "../terminal/text.ts"
import { readRequirements } from "../verdicts/judged_change.ts"

/** The loop's settings, without its place. Throws Misuse. */
export function readLoop(
  input: Input,
  io: Io,
): Omit<SelfCorrectionOptions, "root" | "store" | "forge" | "base"> {
  const prompt_dir = givenFolder(input, "prompt-dir", io)
  const model = openAICompatible(readModel(askedModel(input), input, io.env))
  const prompts = prompt_dir === undefined ? {} : { prompt_dir }
  return {
    model,
    review: readReview(input, io, model, prompts),
    ...readLargeJob(input),
    ...testCommand(input),
    ...prompts,
    model_timeout_ms: readMilliseconds(input, "model-timeout"),
    on_event: tellEvent(io),
  }
}

function readReview(input: Input, io: Io, model: Model, prompts: { readonly prompt_dir?: string }) {
  const critics = { env: io.env }
  const judge = input.text("verifier-model")
  const contract = readIds(input, "contract")
  const requirements = readRequirements(input)
  if (input.flag("no-verifiers")) {
    const given = ["verifier-model", "contract", "require"].find((name) => input.texts(name).length > 0)
    if (given !== undefined) throw new Misuse(`--${given} is for verifiers: leave out --no-verifiers`)
    return reviewWith({ critics })
  }
  const asked = { ...askedModel(input), ...(judge === undefined ? {} : { model: judge }) }
  const verifiers = {
    model: judge === undefined ? model : openAICompatible(readModel(asked, input, io.env)),
    builder: { model_name: model.model_name ?? null },
    requirements,
    ...(contract.length === 0 ? {} : { contract }),
    ...prompts,
  }
  return reviewWith({ critics, verifiers })
}

function testCommand(input: Input): { test_command?: (path: string) => string } {
  const command = input.text("test-command")
  if (command === undefined) return {}
  if (!command.includes("{path}"))
    throw new Misuse("--test-command: {path} has to stand where the test file goes")
  return { test_command: (path) => command.replaceAll("{path}", () => shellWord(path)) }
}

export function tellEvent(io: Io): NonNullable<SelfCorrectionOptions["on_event"]> {
  return ({ type, feedback_id, ...fields }) => {
    const id = typeof feedback_id === "string" ? feedback_id : ""
    io.stderr.write(`${id}  ${type}  ${fieldsText(fields)}\n`)
  }
}

/** For steps after a pull request exists. */
export const noModel: Model = async () => {
  throw new Error("feedback verify asks no model")
}

type LargeJobSettings = Pick<
  SelfCorrectionOptions,
  | "plan_review_loc_threshold"
  | "plan_review_component_loc"
  | "plan_review_component_depth"
  | "plan_review_always"
>

/** The limits above which a plan waits for a person, from --large-job-lines and its like. Throws Misuse. */
function readLargeJob(input: Input): LargeJobSettings {
  const always = readIds(input, "large-job-always")
  for (const name of always) {
    if (FIX_CLASSES.some((known) => known === name)) continue
    const message = `--large-job-always: expected one of ${FIX_CLASSES.join(", ")}, got ${JSON.stringify(name)}`
    throw new Misuse(message, { name, known: FIX_CLASSES })
  }
  return {
    plan_review_loc_threshold: readCount(input, "large-job-lines"),
    plan_review_component_loc: readCount(input, "large-job-component-lines"),
    plan_review_component_depth: readCount(input, "large-job-depth"),
    plan_review_always: always,
  }
}
