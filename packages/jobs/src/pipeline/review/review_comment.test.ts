import { expect, test } from "vitest"
import { reviewComment } from "./review_comment.ts"

const REVIEW = {
  run_id: "run-1",
  head: "a".repeat(40),
  findings: [],
  readers: 3,
  dropped: 0,
  left_out: 0,
  unread: [],
}

test("findings stand by severity, with their place and how many found them", () => {
  const comment = reviewComment({
    ...REVIEW,
    findings: [
      { severity: "blocker", summary: "It deletes all rows", path: "src/a.ts", line: 3, readers: 2 },
      { severity: "nit", summary: "Two names for one thing", path: null, line: null, readers: 1 },
    ],
    dropped: 4,
    unread: ["data.bin"],
  })
  expect(comment).toBe(
    [
      "## Self review",
      "### Blockers: must not be merged",
      "- `src/a.ts`, line 3: It deletes all rows (2 of 3 readers)",
      "### Nits",
      "- Two names for one thing (1 of 3 readers)",
      "Nobody read all of:",
      "- `data.bin`",
      "Findings that are left out: 4 about files or lines that the change does not have.",
      `Read by a model, not by a person, as an adversary of the change. Run \`run-1\`, at ${"a".repeat(40)}.`,
    ].join("\n\n"),
  )
})

test("a finding mentions nobody, closes nothing and brings no markup", () => {
  const summary =
    "</details> @team fixes #12 ![x](http://evil.example/?q) <img src=x>\n# Heading\nghp_0123456789abcdefghijABCDEFGHIJ012345"
  const path = "src/`a`|@team.ts"
  const finding = { severity: "major", summary, path, line: 1, readers: 1 } as const
  const comment = reviewComment({ ...REVIEW, findings: [finding], unread: ["<img>`"] })
  expect(comment).not.toMatch(/@team fixes|#12|!\[|<img src|<\/details>|\n# Heading|ghp_/)
})

test("a change in which nothing was found says so", () => {
  expect(reviewComment(REVIEW)).toContain("\n\nNothing was found.\n\n")
})
