import { callKey, cycles, joined, type Peer, withCalls } from "../peer.ts"

/** One to five calls in a fixed order, five times over. */
export const geminiCli: Peer = {
  name: "gemini-cli",
  origin: "google-gemini/gemini-cli packages/core/src/services/loopDetectionService.ts @5411f113",
  leaves_out: "chanting text in one reply, and the judge model",
  trips: (calls) => joined(...[1, 2, 3, 4, 5].map((length) => cycles(withCalls(calls), callKey, length, 5))),
}
