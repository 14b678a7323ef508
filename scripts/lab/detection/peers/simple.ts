import { joined, type Peer, type PeerCall, repeatedInARow, stepKey, withCalls } from "../peer.ts"

/** Three failures in a row with the same bytes; every result that is no edit counts, and an ok one starts over. */
export const rawHash: Peer = {
  name: "raw hash of the failure",
  origin: "no product: what hashing the output as it is comes to",
  trips: (calls) => repeatedInARow(checked(calls), ({ failed, output }) => (failed ? output : null), 3),
}

/** Digits, addresses and durations gone, three times in a row; and three equal steps in a row. */
export const naive: Peer = {
  name: "naive normaliser + repeats",
  origin: "no product: a regex normaliser and exact repeats, as one would write them in an hour",
  trips: (calls) =>
    joined(
      repeatedInARow(checked(calls), ({ failed, output }) => (failed ? naiveText(output) : null), 3),
      repeatedInARow(withCalls(calls), stepKey, 3),
    ),
}

/** Speaks once, at the twentieth turn. */
export const stepCap: Peer = {
  name: "step cap of 20",
  origin: "vercel/ai ToolLoopAgent default isStepCount(20)",
  trips: (calls) =>
    calls
      .filter(({ turn }) => turn === 20)
      .slice(0, 1)
      .map(({ event }) => event),
}

function checked(calls: readonly PeerCall[]): readonly PeerCall[] {
  return calls.filter(({ is_check }) => is_check)
}

function naiveText(output: string): string {
  return output
    .replaceAll(/\b0x[0-9a-f]{1,16}\b/gi, "0x")
    .replaceAll(/\b\d{4}-\d\d-\d\d[T ][\d:.]{5,20}/g, "date")
    .replaceAll(/\b\d{1,9}(?:\.\d{1,9})? ?(?:ms|s|sec|seconds)\b/g, "t")
    .replaceAll(/\b(?:line |:)\d{1,9}/g, "n")
    .replaceAll(/\d{1,9} warnings?/g, "w")
    .replaceAll(/@[0-9a-f]{4,8}\b/g, "@")
    .replaceAll(/\b\d{6,20}\b/g, "id")
    .replaceAll(/\/tmp\/\S{1,200}/g, "/tmp")
}
