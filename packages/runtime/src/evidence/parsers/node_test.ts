import { readReport } from "./node_test/point.ts"
import { readSpec } from "./node_test/spec.ts"
import { readTap } from "./node_test/tap.ts"
import type { OutputParser } from "./parser.ts"
import { isNodeTap } from "./tap/dialect.ts"

const TAP = /^(?:TAP version 1[34]$|# Subtest: |# tests \d)/m
const SPEC = /^(?:ℹ tests \d|✖ failing tests:$| {0,64}[✔✖] .{1,512} \(\d{1,9}\.\d{1,9}ms\))/m

/** Reads node:test (Node 20 to 24), TAP and spec reporter. A test id is the path of names, without the file. */
export const nodeTestParser: OutputParser = {
  name: "node_test",
  marks: ["TAP version 1", "# Subtest: ", "# tests ", "ℹ tests ", "✖ ", "✔ "],
  commands: /\bnode\b.{0,1000}--test\b/,
  recognises: (text, command) => isTap(text) || isSpec(text) || isCutTap(text, command),
  parse: (text) => {
    const lines = text.split("\n")
    return readReport(isTap(text) || !isSpec(text) ? readTap(lines) : readSpec(lines))
  },
}

function isTap(text: string): boolean {
  return (text.includes("TAP version 1") || text.includes("# ")) && TAP.test(text) && isNodeTap(text)
}

function isSpec(text: string): boolean {
  return (text.includes("ℹ ") || text.includes("✖ ") || text.includes("✔ ")) && SPEC.test(text)
}

/** Head and summary are gone, but the command tells. */
function isCutTap(text: string, command: string | undefined): boolean {
  return command !== undefined && /\bnode\b.{0,1000}--test\b/.test(command) && /^ {0,64}not ok \d/m.test(text)
}
