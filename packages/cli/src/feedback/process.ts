import { resolve } from "node:path"
import { type Model, openAICompatible } from "@proofloop/runtime"
import {
  createSelfCorrection,
  type FeedbackStore,
  type ProcessedFeedback,
  reviewWith,
  type SelfCorrection,
} from "@proofloop/stdlib/self-correction"
import { readIds } from "../arguments/ids.ts"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { exitCodes } from "../exit_code.ts"
import type { Io } from "../io.ts"
import { Misuse } from "../misuse.ts"
import { untilStopped } from "../replay/until_stopped.ts"
import { askedModel } from "../run/job.ts"
import { readModelSettings } from "../run/model_settings.ts"
import { createStyle } from "../terminal/style.ts"
import { oneLine, shellWord } from "../terminal/text.ts"
import { readPublishing } from "./forge.ts"
import { processedText } from "./report.ts"
import { withStore } from "./store.ts"

/** `feedback process`: drives what can go on. */
export async function processFeedback(input: Input, io: Io): Promise<number> {
  const [id] = input.positionals
  const limit = readCount(input, "limit")
  if (input.flag("retry") && id === undefined) throw new Misuse("--retry needs the ID of what failed")
  return withStore(input, io, async (store, root) => {
    const loop = await openLoop(input, io, store, root)
    if (input.flag("retry") && id !== undefined) await loop.retry(id)
    return drive(input, io, (signal) => loop.process({ id, limit, signal }))
  })
}

/** `feedback verify`: only what comes after a pull request is there. No model is asked. */
export async function verifyFeedback(input: Input, io: Io): Promise<number> {
  const [id] = input.positionals
  return withStore(input, io, async (store, root) => {
    const { forge, base } = await readPublishing(input, io, root)
    const loop = createSelfCorrection({ root, store, forge, base, model: noModel })
    return drive(input, io, (signal) => loop.verify(id, signal))
  })
}

const noModel: Model = async () => {
  throw new Error("feedback verify asks no model")
}

async function openLoop(input: Input, io: Io, store: FeedbackStore, root: string): Promise<SelfCorrection> {
  const { forge, base } = await readPublishing(input, io, root)
  const asked = askedModel(input)
  const model = openAICompatible(readModelSettings(asked, io.env))
  const prompt_dir = input.text("prompt-dir")
  const prompts = prompt_dir === undefined ? {} : { prompt_dir: resolve(io.cwd, prompt_dir) }
  const judge = input.text("verifier-model")
  const verifier_model =
    judge === undefined ? model : openAICompatible(readModelSettings({ ...asked, model: judge }, io.env))
  const contract = readIds(input, "contract")
  const verifiers = {
    model: verifier_model,
    builder: { model_name: model.model_name ?? null },
    ...(contract.length === 0 ? {} : { contract }),
    ...prompts,
  }
  const critics = { env: io.env }
  return createSelfCorrection({
    root,
    store,
    forge,
    base,
    model,
    review: reviewWith(input.flag("no-verifiers") ? { critics } : { critics, verifiers }),
    ...testCommand(input),
    ...prompts,
    on_event({ type, feedback_id, ...fields }) {
      const what = Object.entries(fields).map(
        ([key, value]) => `${key} ${typeof value === "string" ? value : JSON.stringify(value)}`,
      )
      io.stderr.write(`${oneLine(`${String(feedback_id)}  ${type}  ${what.join(", ")}`)}\n`)
    },
  })
}

function testCommand(input: Input): { test_command?: (path: string) => string } {
  const command = input.text("test-command")
  if (command === undefined) return {}
  if (!command.includes("{path}"))
    throw new Misuse("--test-command: {path} has to stand where the test file goes")
  return { test_command: (path) => command.replaceAll("{path}", () => shellWord(path)) }
}

async function drive(
  input: Input,
  io: Io,
  work: (signal: AbortSignal) => Promise<readonly ProcessedFeedback[]>,
): Promise<number> {
  let results: readonly ProcessedFeedback[] | null = null
  let was_stopped = false
  await untilStopped(io, async (signal) => {
    results = await work(signal)
    was_stopped = signal.aborted
  })
  const done: readonly ProcessedFeedback[] = results ?? []
  io.stdout.write(
    input.json
      ? `${JSON.stringify({ processed: done })}\n`
      : processedText(done, createStyle(io.stdout, io.env)),
  )
  if (results === null || was_stopped) return exitCodes.aborted
  return exitCodeOf(done)
}

function exitCodeOf(results: readonly ProcessedFeedback[]): number {
  const is_bad = results.some(({ to, error }) => error !== null || to === null || to === "regression-alarm")
  if (is_bad) return exitCodes.findings
  return results.some(({ to }) => to === "awaiting-approval") ? exitCodes.escalate : exitCodes.clean
}
