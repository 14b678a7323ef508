import { type Model, type ModelRequest, scriptedModel } from "@proofloop/runtime"
import type { VerifyAnswer, VerifyPayload } from "@proofloop/runtime/internal"
import type { ScriptedStep } from "@proofloop/runtime/testing"
import { BETTER_ACCOUNT, shopWith } from "../brief/brief.fixture.ts"
import { independentVerifiers } from "../decision/independent_verifiers.ts"
import type { VerdictValue } from "../verdict/lens_verdict.ts"
import type { VerifierOptions } from "./verifiers.ts"

export const EVIDENCE =
  "src/account.py:2 rejects zero and negative amounts before the balance is touched; docs/contract.md names that case."

export function submit(
  verdict: VerdictValue,
  more: Readonly<Record<string, string | boolean>> = {},
): ScriptedStep {
  const given = {
    verdict,
    evidence: EVIDENCE,
    refutation: "Followed amount = 0 and amount = 11 to the raise.",
    ...more,
  }
  return { tool_calls: [{ name: "submit_verdict", arguments: given }] }
}

export function use(name: string, given: Readonly<Record<string, string | number>>): ScriptedStep {
  return { tool_calls: [{ name, arguments: given }] }
}

export interface Verifiers {
  readonly model: Model
  /** Every request, as JSON. */
  readonly requests: string[]
}

/** One model for all lenses that answers by its lens and turn. */
export function verifiersThat(
  answer: (lens: string, turn: number, request: ModelRequest) => ScriptedStep,
  model_name = "reviewer-1",
): Verifiers {
  const requests: string[] = []
  const model = scriptedModel(
    (request) => {
      requests.push(JSON.stringify(request))
      return answer(lensOf(request), turnOf(request), request)
    },
    { model_name },
  )
  return { model, requests }
}

/** From 1; feedback of the loop stands between the turns. */
function turnOf({ messages }: ModelRequest): number {
  return messages.filter(({ role }) => role === "assistant").length + 1
}

export function lensOf({ messages }: ModelRequest): string {
  return /through the lens ([\w-]+)\./.exec(messages[1]?.content ?? "")?.[1] ?? ""
}

/** The shop with a good change in its work tree, and what it is judged by. */
export async function changedShop(files: Readonly<Record<string, string | Buffer>> = {}) {
  const root = await shopWith({ "src/account.py": BETTER_ACCOUNT, ...files })
  return { root, contract: ["docs/contract.md"], tests: ["tests/test_account.py"] }
}

const payload: VerifyPayload = {
  run_id: "run",
  task: "task",
  stop_reason: "natural",
  iteration: 1,
  text: "",
  get transcript(): never {
    throw new Error("the transcript was looked at")
  },
  all_tools_used: [],
  successful_tools_used: [],
}

/** One judge that can be asked again. */
export function judgeOf(options: VerifierOptions): (signal?: AbortSignal) => Promise<VerifyAnswer> {
  const judge = independentVerifiers(options)
  return async (signal = new AbortController().signal) => judge(payload, { signal })
}

export async function ask(options: VerifierOptions, signal?: AbortSignal): Promise<VerifyAnswer> {
  return judgeOf(options)(signal)
}
