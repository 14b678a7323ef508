import { readMavenErrors } from "./maven/build_errors.ts"
import { readMavenTests } from "./maven/tests.ts"
import type { OutputParser } from "./parser.ts"
import { withStated } from "./stated.ts"

const MAVEN =
  /^\[(?:INFO|ERROR|WARNING)\] (?:BUILD (?:SUCCESS|FAILURE)|Scanning for projects|-{20}|Failed to execute goal|COMPILATION ERROR|Tests run: \d|Building \S|Error executing Maven)|^(?:\[\w{4,7}\] {1,2})? ?T E S T S$|^(?:\[\w{4,7}\] )?Tests run: \d{1,9}, Failures: \d{1,9}, Errors: \d|Time elapsed: [\d.,]{1,16} s(?:ec)? {1,2}<<< (?:FAILURE|ERROR)!/m
const LEVEL = /^\[(?:INFO|ERROR|WARNING|DEBUG|FATAL)\] ?/

/** Reads Maven with Surefire or Failsafe. A test id is "package.Class.method". */
export const mavenParser: OutputParser = {
  name: "maven",
  marks: [
    "[INFO] BUILD ",
    "[INFO] Scanning for projects",
    "[ERROR] ",
    " T E S T S",
    ", Failures: ",
    "<<< FAILURE!",
    "<<< ERROR!",
  ],
  recognises: (text) => MAVEN.test(text),
  parse: (text) => {
    const lines = text.split("\n")
    const plain = lines.map((line) => line.replace(LEVEL, ""))
    const { failures, ...tests } = readMavenTests(lines, plain)
    const errors = readMavenErrors(lines, plain, tests.diagnostics.length > 0)
    const diagnostics = [...errors, ...tests.diagnostics]
    return withStated({ ...tests, diagnostics, ran_test_ids: null }, failures)
  },
}
