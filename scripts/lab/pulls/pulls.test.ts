import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { sarifText } from "../../../packages/cli/src/check/formats/sarif.ts"
import { repositoryWith } from "../../../packages/foundation/src/git/repository.fixture.ts"
import { faultsOf } from "./faults.ts"
import { pullRequestsIn } from "./pull_requests.ts"
import { pullsTable } from "./table.ts"

test("the pull requests of a month are those that the main line names", async () => {
  const root = await repositoryWith({ "a.txt": "start\n" })
  for (const [index, subject] of [
    "Add a thing (#12)",
    "tidy",
    "Merge pull request #13 from a/b\n\nMend a thing",
  ].entries()) {
    await writeFile(join(root, "a.txt"), `${index}\n`)
    await commitPaths(root, ["a.txt"], subject)
  }
  const month = new Date().toISOString().slice(0, 7)
  const pulls = await pullRequestsIn(root, month)
  expect(pulls.map(({ number, title }) => [number, title])).toEqual([
    [12, "Add a thing"],
    [13, "Mend a thing"],
  ])
  expect(await pullRequestsIn(root, "2001-01")).toEqual([])
})

const FINDING = {
  critic: "G7",
  path: "a.py",
  rule: "r",
  message: "m",
  severity: "error" as const,
  after_line: 2,
  fingerprint: "0123456789abcdef",
}
const REPORT = { suppressed: [], fixed: [], unable: [], skipped: [], ran: ["G7"], changed: 1 }
const sarif = sarifText({ ...REPORT, findings: [FINDING] })
const reported = {
  findings: [FINDING],
  unable: [],
  github: "::error file=a.py,line=2::m\n",
  sarif,
  read: async () => "1\n2\n",
}

test("a report without a fault has none", async () => {
  expect(await faultsOf(reported)).toEqual([])
})

test.each([
  ["a line that is not there", { read: async () => "1" }, "G7 a.py:2: the file has fewer lines"],
  ["a file that is gone", { read: async () => null }, "G7 a.py:2: a line of a file that is gone"],
  [
    "a message too long",
    { findings: [{ ...FINDING, message: "m".repeat(601) }] },
    "G7 a.py:2: a message of 601 characters",
  ],
  ["fewer results", { sarif: sarifText({ ...REPORT, findings: [] }) }, "0 results in SARIF for 1 findings"],
  [
    "SARIF that code scanning refuses",
    { sarif: sarif.replace('"text": "m"', '"text": ""') },
    "no SARIF for code scanning: /runs/0/results/0/message/text must NOT have fewer than 1 characters",
  ],
  ["words that are no annotation", { github: "oh\n" }, "no annotation: oh"],
  [
    "an annotation that comes twice",
    { github: reported.github.repeat(2) },
    `comes twice: ${reported.github.trim()}`,
  ],
])("%s is a fault", async (_what, changed, fault) => {
  expect(await faultsOf({ ...reported, ...changed })).toEqual([fault])
})

test("the table has the pull requests of which a reviewer sees something, and counts the others", () => {
  const judged = {
    pull: { number: 1, title: "Mend a | b", id: "1", parent: "0" },
    files: 2,
    ms: 3,
    ended: 0,
    findings: [],
    unable: [],
    github: "",
    sarif: "",
    markdown: "",
    faults: [],
  }
  const flagged = { ...judged, pull: { ...judged.pull, number: 2 }, findings: [FINDING, FINDING] }
  const blind = { ...judged, pull: { ...judged.pull, number: 3 }, unable: [{ critic: "G2", reason: "x" }] }
  expect(pullsTable([judged, blind, flagged], { 2: "false: moved" }).split("\n").slice(4)).toEqual([
    "| #2 Mend a \\| b | 2 | 2 | 3 | G7 r | false: moved |",
    "| #3 Mend a \\| b | 2 | 0 | 3 | G2 could not look |  |",
    "",
    "1 are clean.",
    "",
  ])
  expect(pullsTable([judged], {}).split("\n").slice(1)).toEqual(["", "1 are clean.", ""])
})
