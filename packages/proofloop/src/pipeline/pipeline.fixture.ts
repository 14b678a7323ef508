import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import type { ScriptedStep } from "@proofloop/runtime/testing"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import { GOOD_WORK, PLAN, SHOP_FILES, type WorkScript } from "../../../jobs/src/pipeline/shop.fixture.ts"
import { call, type Called } from "../console/io.fixture.ts"
import type { Io } from "../console/io.ts"
import { serve, type Served } from "../verdicts/serve.fixture.ts"
import { emptyFolder } from "../verdicts/shop.fixture.ts"

/** A checkout of a shop whose discount is computed the wrong way, and an empty folder for the state. */
export async function bench(): Promise<{ readonly root: string; readonly state: string }> {
  const folder = await emptyFolder()
  const root = join(folder, "shop")
  await addFiles(root, SHOP_FILES)
  await initRepository(root)
  await commitPaths(root, Object.keys(SHOP_FILES), "first")
  return { root, state: join(folder, "state") }
}

/** Flags without which a run would need a sandbox and real time. */
export const FAST = ["--unsafe-host-runner", "--setup", "", "--ci-poll", "1", "--time-limit", "0"]

/** Calls an action of the pipeline with a state folder. */
export async function pipeline(state: string, ...args: readonly string[]): Promise<Called> {
  return call(["pipeline", ...args, "--state", state])
}

/** The commands that a text or a page offers a person, one a line. */
export function suggestedIn(text: string): readonly string[] {
  const plain = text.replaceAll("</code>", "\n").replaceAll("&#39;", "'")
  return [...plain.matchAll(/npx proofloop pipeline [^\n]+/g)].map(([command]) => command)
}

/** Types a command into a shell in an empty folder, with more words. */
export async function paste(
  command: string,
  { more = [], env = {} }: { readonly more?: readonly string[]; readonly env?: Io["env"] } = {},
): Promise<Called> {
  const script = `set -- ${command.replace("npx proofloop ", "")}; printf '%s\\0' "$@"`
  const { stdout } = await promisify(execFile)("sh", ["-c", script])
  return call([...stdout.split("\0").slice(0, -1), ...more], { cwd: await emptyFolder(), env })
}

/** A model server that plans, reads and works on the shop; `work`: what the worker does, by a word of its prompt. */
export async function serveShop(
  work: WorkScript = GOOD_WORK,
  plan: object = PLAN,
): Promise<Served & { readonly flags: readonly string[] }> {
  const served = await serve((_asked, { body }) => answerTo(body, work, plan))
  return { ...served, flags: ["--model", "worker-1", "--base-url", served.server.url] }
}

/** The output of --json. */
export function jsonLines({ stdout }: Pick<Called, "stdout">): readonly Readonly<Record<string, unknown>>[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** Names each role, so that the server knows who is asked. */
export const ROLES = ["--planner-model", "planner-1", "--reviewer-model", "reviewer-1"]

function answerTo(body: unknown, work: WorkScript, plan: object): ScriptedStep {
  const { model, messages } = body as {
    model: string
    messages: readonly { role: string; content: unknown }[]
  }
  if (model === "planner-1") return { text: JSON.stringify(plan) }
  if (model === "reviewer-1") return { text: '{"findings": []}' }
  const text = JSON.stringify(messages)
  const turn = messages.filter(({ role }) => role === "assistant").length
  const key = Object.keys(work).find((word) => text.includes(word))
  return work[key ?? ""]?.[turn] ?? { text: "I am done." }
}

/** The run that a call told of. */
export function idOf({ stdout }: Pick<Called, "stdout">): string {
  return /run-[\da-f]{12}/.exec(stdout)?.[0] ?? ""
}

export async function plainGit(cwd: string, ...args: readonly string[]): Promise<string> {
  return requireGit(cwd, args)
}
