import { requireGit } from "@proofloop/foundation/git"
import { afterAll, describe, expect, it } from "vitest"
import { HEAD, pushAs, removeTemplate } from "../../forge/forge.fixture.ts"
import { localForge } from "../../forge/local_forge.ts"
import { planWith } from "../rows.fixture.ts"
import { differentialOf, REVIEW, rowOf } from "./publish.fixture.ts"
import { publishFix, type PublishOptions } from "./publish.ts"
import { bench } from "./published.fixture.ts"

afterAll(removeTemplate)

// @requirement self-correction.publish
describe("publishing a fix", () => {
  it("opens no second pull request: after a crash, at the same time, after a merge", async () => {
    const { forge, options, root, bare, tested } = await bench()
    // A crash between push and open.
    await forge.git.push(root, tested, HEAD)
    const both = await Promise.all([
      publishFix(options),
      publishFix({ ...options, forge: localForge({ repository: bare }) }),
    ])
    expect(both.map(({ pull_request }) => pull_request.number)).toEqual([1, 1])
    expect(await publishFix(options)).toEqual(both[0])
    await pushAs(root, bare, tested, "next")
    expect(await publishFix(options)).toEqual(both[0])
    expect(await forge.pulls.find(HEAD)).toMatchObject({ number: 1, state: "merged" })
  })

  it("says that the base went on since the test ran, and whether it conflicts", async () => {
    const { forge, options, root, bare, unrelated, rival } = await bench()
    await pushAs(root, bare, unrelated, "next")
    const { pull_request, base_moved } = await publishFix(options)
    expect(base_moved).toMatchObject({ to: unrelated, commits: 1, is_rewritten: false })
    const { body } = await forge.pulls.get(pull_request.number)
    const said = `Since then \`next\` went on by 1 commit, to \`${unrelated.slice(0, 12)}\`: the test has not run on that.`
    expect(body).toContain(said)
    expect(body).not.toContain("conflicts")
    const other = await bench()
    await pushAs(other.root, other.bare, rival, "next")
    const conflicting = await publishFix(other.options)
    const told = await other.forge.pulls.get(conflicting.pull_request.number)
    expect(told).toMatchObject({
      mergeable: "conflict",
      body: expect.stringContaining("**It conflicts with its base** in `src/price.mjs`"),
    })
  })

  it.each([
    ["never", { draft: false }],
    ["auto", { draft: true }],
  ] as const)("as a draft or not, as the owner wants: %s", async (draft, expected) => {
    const { forge, options } = await bench()
    const opened = await publishFix({ ...options, draft })
    expect(opened).toMatchObject(expected)
    expect(await forge.pulls.get(opened.pull_request.number)).toMatchObject(expected)
  })

  it("takes what a person closed meanwhile for what it is", async () => {
    const { forge, options } = await bench()
    const first = await publishFix(options)
    await forge.close(first.pull_request.number)
    expect(await publishFix(options)).toEqual(first)
  })
})

describe("a fix is not published", () => {
  const differential = differentialOf({ base: "b".repeat(40), tested: "c".repeat(40) })
  const passing = { outcome: "pass", exit_code: 0, output: "" } as const
  const broken = { outcome: "error", exit_code: 1, output: "" } as const

  it("when it breaks a rule; then nothing is pushed", async () => {
    const { options, root, bare, base, fix, tested, unrelated, rival } = await bench()
    const held = options.differential
    const refusals: ReadonlyArray<readonly [Partial<PublishOptions>, string, string]> = [
      [{ test: { ...options.test, path: " " } }, "test", "it has no regression test"],
      [{ test: { ...options.test, path: "a\nFeedback-Id: x" } }, "test", "it has no regression test"],
      [{ differential: { ...held, verified: false, reason: "flaky" } }, "differential", "flaky"],
      [{ differential: { ...held, base: passing } }, "differential", "pass without the fix"],
      [{ differential: { ...held, base: broken } }, "differential", "error without the fix"],
      [{ differential: { ...held, fix: broken } }, "differential", "error with it"],
      [{ differential }, "differential", `ran on ${"c".repeat(12)}, not on ${tested.slice(0, 12)}`],
      [{ plan: planWith({ feedback_id: "fb-2" }) }, "plan", "its plan is for feedback fb-2, not for fb-1"],
      [{ review: { ...REVIEW, overall: "block" } }, "review", "its review blocks it (verifiers)"],
      [{ base: "main" }, "base", "main is the default branch"],
      [{ base: "-x" }, "base", "cannot name a branch"],
      [{ branch: "fix/fb-1" }, "branch", "fix/fb-1 is not the branch of this fix; use auto/proofloop/fb-1"],
      [{ branch: "auto/proofloop/fb-2" }, "branch", "is not the branch of this fix"],
      [{ base: options.branch }, "branch", "is not the branch of this fix"],
      [{ differential: { ...held, base_commit: rival } }, "differential", "the fix is not built on that"],
      [
        { test: { ...options.test, commit: fix }, differential: { ...held, fix_commit: fix } },
        "change",
        "price.test.mjs is not part of it",
      ],
      [{ differential: { ...held, base_commit: fix } }, "change", "it changes nothing but its test"],
    ]
    for (const [change, rule, message] of refusals) {
      await expect(publishFix({ ...options, ...change })).rejects.toMatchObject({
        code: "publish_refused",
        rule,
        message: expect.stringContaining(message),
      })
    }
    expect(base).not.toBe(unrelated)
    expect(await requireGit(root, ["ls-remote", bare, "refs/heads/auto/*"])).toBe("")
  })
})

it("a fix that touches no candidate file is published, and says so", async () => {
  const { forge, options, root, base, unrelated } = await bench()
  await requireGit(root, ["reset", "--quiet", "--hard", unrelated])
  await requireGit(root, ["cherry-pick", options.test.commit])
  const commit = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  const { pull_request } = await publishFix({
    ...options,
    feedback: rowOf({ base, fix: unrelated, tested: commit }),
    test: { ...options.test, commit },
    differential: { ...options.differential, fix_commit: commit },
  })
  const { body } = await forge.pulls.get(pull_request.number)
  expect(body).toContain("| text-binding | fail | no candidate file is touched |")
  expect(body).toContain("Planned, and not touched: `src/price.mjs`.")
})
