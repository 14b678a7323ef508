import { type Peer, repeatedInARow, withCalls } from "../peer.ts"

/** One tool fails three times in a row with the same first hundred characters; any success starts over. */
export const goose: Peer = {
  name: "goose REP-002",
  origin: "aaif-goose/goose crates/goose/src/tool_monitor.rs @37c043b9",
  leaves_out: "REP-001, which ships off",
  trips: (calls) =>
    repeatedInARow(
      withCalls(calls),
      ({ tool, failed, output }) => (failed ? `${tool}\n${output.slice(0, 100)}` : null),
      3,
    ),
}
