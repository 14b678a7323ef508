import { type Peer, repeatedInARow } from "../peer.ts"

const WORDS = ["pytest", "FAILED", "passed", "failed", "AssertionError", "Error", "test session", "Traceback"]
const FAILING = /FAILED|AssertionError|^E /

/** The same failing pytest lines three times in a row; edits between do not matter, a pass starts over. */
export const jiuwenswarm: Peer = {
  name: "jiuwenswarm",
  origin: "openJiuwen/jiuwenswarm .../rails/verifier_circuit_breaker_rail.py, PR 409",
  leaves_out: "the list of shell tools: every call that is no edit counts as one",
  trips: (calls) =>
    repeatedInARow(
      calls.filter(
        ({ output, is_edit }) => !is_edit && WORDS.filter((word) => output.includes(word)).length >= 2,
      ),
      ({ output, failed }) => (failed ? fingerprint(output) : null),
      3,
    ),
}

function fingerprint(output: string): string {
  const lines = output
    .split("\n")
    .filter((line) => FAILING.test(line))
    .slice(0, 20)
  const text = lines.length === 0 ? output.slice(-600) : lines.join("\n")
  return text
    .replaceAll(/\/tmp\/[^\s/]{1,128}/g, "/tmp")
    .replaceAll(/\b\d{1,9}\.\d{1,9}s\b/g, "s")
    .replaceAll(/\bline \d{1,9}/g, "line")
    .replaceAll(/\bin \d{1,9}ms\b/g, "in ms")
    .replaceAll(/\bat 0x[0-9a-f]{1,16}/g, "at 0x")
}
