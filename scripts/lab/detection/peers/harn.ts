import { parseOutput } from "@proofloop/runtime/internal/detector"
import { callKey, joined, type Peer, type PeerCall, repeatedInARow, stepKey, withCalls } from "../peer.ts"

/** The same raw failure three times, and equal steps in a row; any ok result that is no edit starts over. */
export const harnV1: Peer = {
  name: "Harn V1",
  origin: "the first form of the repair diagnostics; any result counts, evidence as it is",
  trips: (calls) => tripsOn(calls, ({ output }) => output),
}

/** The same with the failure read by our parsers, without our normaliser's care for meaning. */
export const harnV2: Peer = {
  name: "Harn V2-like",
  origin: "the later version: normalised evidence, any result counts",
  trips: (calls) => tripsOn(calls, normalised),
}

function tripsOn(calls: readonly PeerCall[], evidenceOf: (call: PeerCall) => string): readonly number[] {
  const acting = withCalls(calls)
  const judged = acting.filter(({ is_edit, is_check, failed }) => failed || is_check || !is_edit)
  return joined(
    repeatedInARow(judged, (call) => (call.failed ? evidenceOf(call) : null), 3),
    repeatedInARow(acting, (call) => (call.failed ? `${callKey(call)}\n${evidenceOf(call)}` : null), 3),
    repeatedInARow(acting, (call) => (call.failed ? null : stepKey(call)), 4),
    repeatedInARow(calls, ({ tool }) => (tool === "" ? "monologue" : null), 3),
  )
}

function normalised(call: PeerCall): string {
  const { diagnostics } = parseOutput(call.output, call.command || undefined).parsed
  return diagnostics
    .map(({ test_id, code, message }) => [test_id, code, message.replaceAll(/\d{1,12}/g, "n")].join(" "))
    .toSorted()
    .join("\n")
}
