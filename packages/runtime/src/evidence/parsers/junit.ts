import { countClassic, readClassicFailures } from "./junit/classic.ts"
import { readFailingList } from "./junit/failing_list.ts"
import { countPlatform, readPlatformFailures } from "./junit/platform.ts"
import type { OutputParser } from "./parser.ts"
import { sumOfLines, withStated } from "./stated.ts"

const CLASSIC =
  /^JUnit version \d|^Tests run: \d{1,9}, {2}Failures: \d|^OK \(\d{1,9} tests?\)$|^\d{1,6}\) [^\s()][^()\n]{0,400}\([\w.$]{1,400}\)(?:$|[\w.]{1,400}(?:Error|Exception))/m
const PLATFORM =
  /^\[ {1,20}\d{1,9} tests (?:successful|failed) {1,20}\]$|^ {4}(?:Method|Class)Source \[className = /m
const LIST =
  /^Failing tests: \d{1,9}$|^--- [\w.$]{1,400}::\S.{0,400}\n[\w.$]{1,400}(?:Error|Exception|Failure)/m
const FAILED =
  /^Tests run: \d{1,9}, {2}Failures: (\d{1,9})(?:, {2}Errors: (\d{1,9}))?$|^\[ {1,20}(\d{1,9}) tests failed {1,20}\]$/

/** Reads the text runners of JUnit 3, 4 and 5 and lists of failing tests. A test id is "package.Class.method". */
export const junitParser: OutputParser = {
  name: "junit",
  marks: [
    "JUnit version ",
    ",  Failures: ",
    " tests)",
    "OK (1 test)",
    " tests successful ",
    " tests failed ",
    "Source [className = ",
    "Failing tests: ",
    "FAILURES!!!",
    "\tat ",
  ],
  recognises: (text) => CLASSIC.test(text) || PLATFORM.test(text) || LIST.test(text),
  parse: (text) => {
    const lines = text.split("\n")
    const [classic, platform] = [countClassic(lines), countPlatform(lines)]
    const parsed = {
      diagnostics: [
        ...(CLASSIC.test(text) ? readClassicFailures(lines) : []),
        ...readPlatformFailures(lines),
        ...(LIST.test(text) ? readFailingList(lines) : []),
      ],
      tests_run: classic === null && platform === null ? null : (classic ?? 0) + (platform ?? 0),
      ran_test_ids: null,
    }
    return withStated(parsed, sumOfLines(lines, FAILED))
  },
}
