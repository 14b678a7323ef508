import { type LoopbackRequest, type ScriptedStep, startLoopbackModelServer } from "@proofloop/runtime/testing"
import { replyTo } from "../world/model.ts"
import type { Scenario } from "../world/scenario.ts"

/** A model at a loopback address. */
export interface ScriptedModel {
  /** What the command needs to ask it. */
  readonly env: Readonly<Record<string, string>>
  /** How many requests arrived. */
  readonly asked: () => number
  readonly close: () => Promise<void>
}

/**
 * Serves replies. `interfere` sees each request, by its text and its number from 1 on, before it is answered, and may answer it
 * in another way.
 */
export async function serveModel(
  replies: Scenario["replies"],
  interfere: (asked: string, number: number) => ScriptedStep | null | Promise<ScriptedStep | null> = () =>
    null,
): Promise<ScriptedModel> {
  let asked = 0
  const server = await startLoopbackModelServer({
    script: async (request: LoopbackRequest) => {
      asked += 1
      const text = JSON.stringify(request.body)
      return (await interfere(text, asked)) ?? replyTo(text, replies)
    },
  })
  return {
    env: { PROOFLOOP_MODEL: "scripted", PROOFLOOP_BASE_URL: server.url },
    asked: () => asked,
    close: () => server.close(),
  }
}
