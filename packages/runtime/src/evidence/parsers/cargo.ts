import { readCompilerJson } from "./cargo/compiler_json.ts"
import { readCompilerText } from "./cargo/compiler_text.ts"
import { readCargoTests } from "./cargo/tests.ts"
import type { OutputParser } from "./parser.ts"
import { withStated } from "./stated.ts"

const TESTS =
  /^test result: (?:ok|FAILED)\. \d{1,9} passed; |^test \S.{0,512} \.\.\. (?:ok|FAILED|ignored)$|^\S.{0,512} --- FAILED$|^---- \S.{0,512} stdout ----$/m
const COMPILER =
  /^(?:error|warning)(?:\[E\d{4}\])?: .{1,4000}\n {0,12}--> |^(?:error|warning)\[E\d{4}\]: |: error\[E\d{4}\]: |^error: (?:could not (?:compile|find) `|aborting due to |linking with `|linker `|failed to (?:get|load|parse|select|download|fetch|run custom build) |no matching package )/m
const JSON_LINE = /^\{"(?:reason":"compiler-|reason":"build-|\$message_type":"diagnostic")/m
const COMMAND = /\b(?:cargo|rustc)\b/
const OWN_ERROR = /^error: /m

/** Reads cargo (test, build, check, clippy) and rustc, text and JSON. A test id is "module::test", without the binary. */
export const cargoParser: OutputParser = {
  name: "cargo",
  marks: [
    "test result: ",
    " ... ok",
    " ... FAILED",
    " --- FAILED",
    " stdout ----",
    "error[E",
    "--> ",
    "error: could not ",
    "error: aborting due to ",
    "error: linking with `",
    "error: linker `",
    "error: failed to ",
    "error: no matching package",
    '{"reason":"',
    '{"$message_type":"',
  ],
  commands: COMMAND,
  recognises: (text, command) =>
    TESTS.test(text) ||
    COMPILER.test(text) ||
    JSON_LINE.test(text) ||
    (command !== undefined && COMMAND.test(command) && OWN_ERROR.test(text)),
  parse: (text) => {
    const lines = text.split("\n")
    const { failures, ...tests } = readCargoTests(lines)
    const errors = [...readCompilerText(lines), ...readCompilerJson(lines)]
    return withStated({ ...tests, diagnostics: [...errors, ...tests.diagnostics] }, failures)
  },
}
