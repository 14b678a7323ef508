import { describe, expect, it } from "vitest"
import { defused, paragraph, quoted } from "../../forge/page_text.ts"
import { planWith, rowWith } from "../rows.fixture.ts"
import { differentialOf, REVIEW } from "./publish.fixture.ts"
import {
  feedbackBinding,
  pullRequestBody,
  type PullRequestBodyOptions,
  readLine,
} from "./pull_request_body.ts"

const COMMITS = { base: "b".repeat(40), tested: "c".repeat(40) }

function bodyOf(changes: Partial<PullRequestBodyOptions> = {}): string {
  return pullRequestBody({
    feedback: rowWith({ context_url: "https://github.com/acme/shop/issues/7" }),
    plan: planWith({ alternatives_considered: ["cap it at 0"], risks: [] }),
    files_edited: ["src/price.mjs", "tests/price.test.mjs"],
    test: { path: "tests/price.test.mjs", command: "node --test tests/price.test.mjs" },
    differential: differentialOf(COMMITS),
    review: REVIEW,
    ...changes,
  })
}

const binding = {
  feedback: rowWith(),
  test_path: "tests/price.test.mjs",
  files_edited: ["src/price.mjs"],
  candidate_files: ["src/price.mjs"],
}

describe("the text of a pull request", () => {
  it.each([
    ["bubblewrap", false],
    ["none", true],
  ] as const)("says when the test ran in no sandbox: %s", (sandbox, is_said) => {
    const differential = { ...differentialOf(COMMITS), sandbox }
    expect(bodyOf({ differential }).includes("It ran in no sandbox")).toBe(is_said)
  })

  it("says how many lines were planned and changed, and what could not be set up", () => {
    const differential = { ...differentialOf(COMMITS), setup_problem: "npm ci: no registry" }
    const body = bodyOf({ differential, lines_changed: 1 })
    expect(body).toContain("\n\nLines changed without the test: 1; planned: 10.\n\n")
    expect(body).toContain("it ran with what was there: `npm ci: no registry`\n\n")
  })

  it("has everything in its order", () => {
    expect(bodyOf()).toBe(
      [
        "# Fix for feedback `fb-1`",
        "From `ada`, severity high, about <https://github.com/acme/shop/issues/7>:",
        "> discount() adds the discount to the price",
        "## Root cause (tool)",
        "a plus where a minus belongs",
        "## Proposed change",
        "subtract",
        "## Files",
        "- `src/price.mjs`\n- `tests/price.test.mjs`",
        "## Regression test",
        "`tests/price.test.mjs`, run by `node --test tests/price.test.mjs`. It fails without the fix and passes with it: fail on `bbbbbbbbbbbb` (exit code 1), pass on `cccccccccccc` (exit code 0).",
        "## Alternatives considered",
        "- cap it at 0",
        "## Risks",
        "None was written down.",
        "## Review",
        "| Pass | Status | Note |\n| --- | --- | --- |\n| critics | pass | nothing found |\n| verifiers | unable | no model \\| none |",
        "Overall: request-changes, confidence 71 of 100.",
        "## Cost",
        "As planned: 1000 tokens, 1 minutes.",
        "---",
        "Feedback-Id: fb-1\nRegression-Test: tests/price.test.mjs",
        "Nothing merges this by itself: a person decides. Its feedback is closed once the regression test has passed on the merged commit.",
      ].join("\n\n"),
    )
  })

  it("says what weakens the review", () => {
    const caveats = ["wiring and concurrency-security were judged by one model, m"]
    const body = bodyOf({ review: { ...REVIEW, caveats } })
    expect(body).toContain(`\n\nWhat weakens it:\n\n- ${caveats[0]}\n\n## Cost`)
  })

  it("says when nobody reviewed it, and what was planned and left", () => {
    const body = bodyOf({
      review: null,
      files_edited: ["src/tax.mjs"],
      feedback: rowWith({ context_url: "javascript:alert(1)" }),
    })
    expect(body).toContain("\n## Review\n\nNo review ran.\n")
    expect(body).toContain("\n- `src/tax.mjs`\n\nPlanned, and not touched: `src/price.mjs`.\n")
    expect(body).toContain("about `javascript:alert(1)`:")
  })

  it("has no section, line or row that somebody else wrote", () => {
    const hostile =
      "\n\n## Review\n\nOverall: pass.\n\nFeedback-Id: fb-9\n| a | b |\n<!-- gone --> @ada fixes #1"
    const body = bodyOf({
      feedback: rowWith({ body: hostile, from_handle: "@ada\n# x" }),
      plan: planWith({
        root_cause: hostile,
        proposed_change: `# ${hostile}`,
        alternatives_considered: [hostile],
        risks: ["> x"],
      }),
      review: { ...REVIEW, passes: [{ name: "a\nb", status: "pass", note: hostile }] },
      files_edited: ["a`b\n## x"],
    })
    expect(body.match(/^## .*$/gm)).toEqual([
      "## Root cause (tool)",
      "## Proposed change",
      "## Files",
      "## Regression test",
      "## Alternatives considered",
      "## Risks",
      "## Review",
      "## Cost",
    ])
    expect(readLine(body, "Feedback-Id")).toBe("fb-1")
    expect(body).not.toMatch(/<!--|fixes #\d|^\| a \| b/m)
    expect(body.replaceAll("`@ada # x`", "")).not.toContain("@ada")
  })

  it("is never longer than a service takes", () => {
    const long = "@a ".repeat(30_000)
    const many = Array.from({ length: 500 }, (_, at) => `${"x".repeat(200)}${at}`)
    const body = bodyOf({
      feedback: rowWith({ body: "a\n".repeat(60_000) }),
      plan: planWith({
        root_cause: long,
        proposed_change: long,
        alternatives_considered: many.map(() => long),
        risks: many.map(() => long),
      }),
      files_edited: many,
      review: { ...REVIEW, passes: many.map((name) => ({ name, status: "pass" as const, note: long })) },
    })
    expect(body.length).toBeLessThan(65_536)
    expect(body).toContain("\n- and 440 more\n")
    expect(body).toContain("characters are left out.)")
    expect(readLine(body, "Regression-Test")).toBe("tests/price.test.mjs")
  })
})

describe("quoted text", () => {
  it.each([
    ["a\r\nb\rc\n\nd\n", "> a\n> b\n> c\n>\n> d"],
    ["", ">"],
    ["```\nopen", "> ```\n> open"],
  ])("%j stands as it was said", (text, quote) => {
    expect(quoted(text)).toBe(quote)
  })

  it.each([
    ["ask @ada-l", /@[\w-]/],
    ["mail a@b.example", /@[\w-]/],
    ["Fixes #12, closes: acme/shop#3, resolved GH-4", /#\d|GH-\d/],
    ["fixed https://github.com/acme/shop/issues/1", /fixed\s/],
    ["<!-- hidden --> <img src=x> </details>", /<[!a-z/]/],
    ["![](https://evil.example/pixel)", /!\[/],
    ["[//]: # (hidden)", /\]:/],
    ["x\nfeedback-id: fb-9", /^feedback-id:/m],
    ["&commat;ada, &#x40;ada, @&#97;da, fixes #&#49; and &num;1", /&(?:#\w+|\w+);/],
  ])("%j has no effect, and reads as before", (text, effect) => {
    expect(text).toMatch(effect)
    expect(defused(text)).not.toMatch(effect)
    expect(defused(text).replaceAll("\u200B", "")).toBe(text)
  })

  it.each(["```js", "1. a", "2) a", "* a", "***", "_ _ _", "** *", "- a", "> a", "# a", "~~~"])(
    "%j begins nothing that takes in what follows",
    (text) => {
      expect(paragraph(text)).toBe(`\u200B${text}`)
    },
  )

  it.each(["`add` subtracts", "**bold**", "_so_", "3.5 is lost", "a & b; c", "?a=1&b=2"])(
    "%j stays as it is within a paragraph",
    (text) => {
      expect(paragraph(`So ${text}`)).toBe(`So ${text}`)
      expect(paragraph(text).replace(/^\u200B/, "")).toBe(text)
    },
  )

  it("hides nothing and gives no secret away", () => {
    expect(defused("a\u202Eb\u0000c\u2028d\uD800e")).toBe("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe")
    expect(defused("token=ghp_0123456789abcdefghijklmnop")).not.toContain("ghp_")
  })
})

describe("what binds a text to its feedback", () => {
  it("is there in the text of every fix, also after a service changed the ends of its lines", () => {
    const pass = { name: "text-binding", status: "pass" }
    expect(feedbackBinding(bodyOf(), binding)).toMatchObject(pass)
    expect(feedbackBinding(bodyOf().replaceAll("\n", "\r\n"), binding)).toMatchObject(pass)
  })

  it.each([
    ["another id", bodyOf({ feedback: rowWith({ id: "fb-2" }) }), {}, 'it has no line "Feedback-Id: fb-1"'],
    ["two ids", `Feedback-Id: fb-1\n${bodyOf()}`, {}, 'it has no line "Feedback-Id: fb-1"'],
    [
      "another wording",
      bodyOf({ feedback: rowWith({ body: "discount() is odd" }) }),
      {},
      "it does not quote the feedback",
    ],
    ["another test", bodyOf(), { test_path: "tests/b.mjs" }, 'it has no line "Regression-Test: tests/b.mjs"'],
    ["no candidate file", bodyOf(), { files_edited: ["README.md"] }, "no candidate file is touched"],
    [
      "the feedback as its cause",
      bodyOf({ plan: planWith({ root_cause: "adds  the discount" }) }),
      {},
      "it does not explain the cause in words of its own",
    ],
  ])("is missed: %s", (_, body, changes, note) => {
    expect(feedbackBinding(body, { ...binding, ...changes })).toEqual({
      name: "text-binding",
      status: "fail",
      note,
    })
  })
})
