import type { OutputParser } from "./parser.ts"
import { isProve } from "./prove.ts"
import { isNodeTap } from "./tap/dialect.ts"
import { readTapReport } from "./tap/report.ts"

const VERSION = /^TAP version 1[34]$/m
const POINT = /^(?:not )?ok(?: \d{1,9})?(?: |$)/m
const FRAME = /^1\.\.\d{1,9}(?: |$)|^# (?:tests|pass|fail) {1,8}\d|^Bail out!|^not ok \d{1,9} /m

/**
 * Reads TAP 12 to 14 of any producer but node:test (tape, node-tap, `ava --tap`, vitest, mocha, ...). A test id is
 * the path of names. Where points are single assertions (tape, node-tap), it is the test that holds them.
 */
export const tapParser: OutputParser = {
  name: "tap",
  marks: ["TAP version 1", "not ok ", "\nok 1 ", "\n1..", "# pass "],
  commands: /\b(?:tape|tap|prove|bats)\b|--(?:reporter[ =])?tap\b/,
  recognises: (text) =>
    (VERSION.test(text) || (FRAME.test(text) && POINT.test(text))) && !isNodeTap(text) && !isProve(text),
  parse: (text) => readTapReport(text.split("\n")),
}
