import { requireGit } from "@proofloop/foundation/git"
import { afterAll, describe, expect, it } from "vitest"
import { HEAD, removeTemplate } from "../../forge/forge.fixture.ts"
import { planWith } from "../rows.fixture.ts"
import { differentialOf, REVIEW } from "./publish.fixture.ts"
import { publishFix } from "./publish.ts"
import { bench } from "./published.fixture.ts"

afterAll(removeTemplate)

// @requirement self-correction.publish
describe("publishing a fix", () => {
  it("pushes it and opens a draft to the base that a person finds everything in", async () => {
    const { forge, options, root, bare, tested } = await bench()
    const { pull_request, base_moved } = await publishFix(options)
    const { number, url } = pull_request
    expect(base_moved).toBeNull()
    const pull = await forge.pulls.get(number)
    expect(pull).toMatchObject({
      url,
      draft: true,
      head: HEAD,
      base: "next",
      state: "open",
      title: "fix(tool): feedback fb-1",
    })
    expect(pull.body).toContain('\n> The price is wrong:\n>\n>     price(10)\n>\n> gives 11, "not 12".\n')
    expect(pull.body).toContain("\n## Files\n\n- `src/price.mjs`\n- `tests/price.test.mjs`\n")
    expect(pull.body).toContain("\n| text-binding | pass |")
    expect(await requireGit(root, ["ls-remote", bare, `refs/heads/${HEAD}`])).toContain(tested)
    expect(await requireGit(root, ["ls-remote", bare, "refs/heads/next"])).not.toContain(tested)
  })
})

describe("a fix is not published", () => {
  const differential = differentialOf({ base: "b".repeat(40), tested: "c".repeat(40) })

  it("by the first rule that it breaks", async () => {
    const { options } = await bench()
    const all = {
      ...options,
      plan: planWith({ feedback_id: "fb-2" }),
      review: { ...REVIEW, overall: "block" as const },
      base: "main",
      branch: "main",
    }
    await expect(publishFix(all)).rejects.toMatchObject({ rule: "plan" })
    await expect(publishFix({ ...all, plan: options.plan })).rejects.toMatchObject({ rule: "review" })
    await expect(publishFix({ ...all, plan: options.plan, review: null })).rejects.toMatchObject({
      rule: "base",
    })
    await expect(publishFix({ ...all, differential })).rejects.toMatchObject({ rule: "differential" })
  })
})
