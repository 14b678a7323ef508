import { readJunitReport } from "./junit_xml/report.ts"
import { scanXml } from "./junit_xml/scan.ts"
import type { OutputParser } from "./parser.ts"

const RECOGNISED = /<testsuites?[\s/>]|<testcase\s/

/**
 * Reads JUnit XML of any producer (vitest, jest-junit, node:test, mocha, pytest, surefire, gotestsum, ...). A test id is
 * "class > name", of node:test the path of names.
 */
export const junitXmlParser: OutputParser = {
  name: "junit_xml",
  marks: ["<testsuite", "<testcase "],
  recognises: (text) => text.includes("<test") && RECOGNISED.test(text),
  parse: (text) => readJunitReport(scanXml(text)),
}
