import { expect, test } from "vitest"
import { analyseFiles, POOR } from "../analyse.fixture.ts"
import type { MetricReport } from "../metric.ts"
import { reportJson } from "./json.ts"
import { reportPage } from "./page.ts"
import { reportText } from "./text.ts"

const HOSTILE: MetricReport = {
  repository: `<script>alert("1")</script>`,
  commit: "0123456789abcdef0123456789abcdef01234567",
  languages: ["Go", "TypeScript"],
  score: 0.5,
  metrics: [
    {
      name: "docs",
      title: "Documentation",
      score: 0.5,
      status: "warn",
      summary: "a <b>",
      details: "a",
      evidence: [
        {
          path: `a\u001b[31m"onload=x/${"long/".repeat(40)}<img>.md`,
          line: 3,
          what: "leads & nowhere",
          is_fault: true,
        },
      ],
      suggestions: [
        {
          title: "Mend <it>",
          description: "'so'",
          file_hints: ["<a>"],
          action: "modify",
          needs_person: true,
        },
      ],
    },
  ],
}

test("text has 80 columns, a row for each metric, faults with file and line, and what to do", async () => {
  const text = reportText(await analyseFiles(POOR["Go"] ?? {}))
  expect(text).toMatch(/^me\/app: 0\.\d\d\nGo\n\n/)
  expect(text).toMatch(
    /^fail {4}0\.\d\d {2}Tests\n {8}app_test\.go {1,2}there are no tests\n {8}-> Write the first tests$/m,
  )
  expect(text).toMatch(/^unable {2}- {5}Test results\n {8}the tests were not run$/m)
  expect(text).toContain("-> Run the tests in CI (a person has to)")
  for (const line of [...text.split("\n"), ...reportText(HOSTILE).split("\n")]) {
    expect(line.length).toBeLessThanOrEqual(80)
  }
  expect(reportText(HOSTILE)).not.toContain("\u001b")
})

test("json is one line with the fields of the report in snake_case", () => {
  const json = reportJson(HOSTILE)
  expect(JSON.parse(json)).toEqual(HOSTILE)
  expect(json.indexOf("\n")).toBe(json.length - 1)
})

test("the page needs nothing else, and nothing of a repository is markup in it", () => {
  const page = reportPage(HOSTILE)
  expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
  expect(page).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; at <code>0123456789ab</code>")
  expect(page).toContain("A person has to: Mend &lt;it&gt;")
  expect(page).not.toMatch(/<script|<img|src=|https?:|"onload|\u001b/)
  expect(page).toContain("color-scheme:light dark")
})
