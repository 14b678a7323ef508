import { readDotnetErrors } from "./dotnet/build.ts"
import { readDotnetTests } from "./dotnet/tests.ts"
import type { OutputParser } from "./parser.ts"

const TESTS =
  /^(?:Passed|Failed|Skipped)! {1,4}- Failed: {1,9}\d|^Test run for \S.{0,1000}\.dll|^Total tests: \d|^ {2}Failed \S.{0,1000}\n {2}Error Message:|^No test (?:is available in|matches the given testcase filter)/m
const BUILD =
  /\(\d{1,7}(?:,\d{1,7}){0,3}\): error (?:CS|FS|BC|CA|IDE|SA|MSB|NETSDK)\d{1,6}: |(?:^|: )error (?:MSB|NU|NETSDK|CS|FS)\d{4}: /m

/** Reads `dotnet build` and `dotnet test` (VSTest). A test id is "Namespace.Class.Method", with its parameters. */
export const dotnetParser: OutputParser = {
  name: "dotnet",
  marks: [
    "): error ",
    ": error ",
    "error MSB",
    "error NU",
    "error NETSDK",
    "!  - Failed: ",
    "Test run for ",
    "Total tests: ",
    "  Failed ",
    "No test ",
  ],
  recognises: (text) => TESTS.test(text) || BUILD.test(text),
  parse: (text) => {
    const lines = text.split("\n")
    const tests = readDotnetTests(lines)
    return { ...tests, diagnostics: [...readDotnetErrors(lines), ...tests.diagnostics] }
  },
}
