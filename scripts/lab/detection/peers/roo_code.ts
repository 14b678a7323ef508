import { callKey, type Peer, repeatedInARow, withCalls } from "../peer.ts"

/** The fourth identical call in a row is refused. */
export const rooCode: Peer = {
  name: "Roo-Code",
  origin: "RooCodeInc/Roo-Code src/core/tools/ToolRepetitionDetector.ts @cb836567",
  trips: (calls) => repeatedInARow(withCalls(calls), callKey, 4),
}
