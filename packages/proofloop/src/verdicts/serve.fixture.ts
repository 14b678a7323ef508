import {
  type LoopbackModelServer,
  type LoopbackRequest,
  type ScriptedStep,
  startLoopbackModelServer,
} from "@proofloop/runtime/testing"
import { onTestFinished } from "vitest"
import type { Io } from "../console/io.ts"

export interface Served {
  readonly server: LoopbackModelServer
  /** What names the model to the command. */
  readonly env: Readonly<Record<string, string>>
}

/** A model server that answers by the question; closed when the test ends. */
export async function serve(
  answer: (asked: string, request: LoopbackRequest) => ScriptedStep,
): Promise<Served> {
  const server = await startLoopbackModelServer({
    script: (request) => answer(JSON.stringify(request.body), request),
  })
  onTestFinished(() => server.close())
  return { server, env: { PROOFLOOP_MODEL: "reviewer-1", PROOFLOOP_BASE_URL: server.url } }
}

export const EVIDENCE =
  "src/price.mjs:3 takes the discount off the price; tests/price.test.mjs and docs/prices.md know no other caller."

/** A verifier's whole answer. */
export function submit(verdict: string, more: Readonly<Record<string, unknown>> = {}): ScriptedStep {
  const given = { verdict, evidence: EVIDENCE, refutation: "Called it with 0, 10 and 100 percent.", ...more }
  return { tool_calls: [{ name: "submit_verdict", arguments: given }] }
}

/** The lens a verifier is asked to look through. */
export function lensOf(asked: string): string {
  return /through the lens ([\w-]+)\./.exec(asked)?.[1] ?? ""
}

/** A model that never answers; the first question to it is a request to stop. */
export async function serveUntilStopped(): Promise<Served & { readonly onStop: Io["onStop"] }> {
  let stop = (): void => undefined
  const served = await serve(() => {
    stop()
    return { text: "", delay_ms: 60_000 }
  })
  return {
    ...served,
    onStop(stopping) {
      stop = stopping
      return () => undefined
    },
  }
}
