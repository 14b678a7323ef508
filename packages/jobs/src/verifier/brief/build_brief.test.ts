import { describe, expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { BETTER_ACCOUNT, SHOP, shopWith } from "./brief.fixture.ts"
import { buildBrief } from "./build_brief.ts"

const CONTRACT = ["docs/contract.md"]

// @requirement verifier.brief
describe("what a brief holds", () => {
  it("is contract, tests and conventions of the base, and the diff", async () => {
    const root = await shopWith({ "src/account.py": BETTER_ACCOUNT })
    const brief = await buildBrief({ root, contract: CONTRACT })
    expect(brief.inputs.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      "contract docs/contract.md",
      "tests tests/test_account.py",
      "conventions CONVENTIONS.md",
      "diff diff",
    ])
    expect(brief.inputs.slice(0, 3).map(({ text }) => text)).toEqual([
      SHOP["docs/contract.md"],
      SHOP["tests/test_account.py"],
      SHOP["CONVENTIONS.md"],
    ])
    expect(brief.inputs[3]?.text).toContain("+    if amount <= 0 or amount > account.balance:")
    expect(brief).toMatchObject({ changed_paths: ["src/account.py"], changed_contract: [], opaque_paths: [] })
    expect(brief.manifest.inputs.map(({ sha256 }) => sha256)).toEqual(
      Array.from({ length: 4 }, () => expect.stringMatching(/^[0-9a-f]{64}$/)),
    )
  })
})

describe("is refused", () => {
  const wrong: ReadonlyArray<readonly [options: object, message: RegExp]> = [
    [{ base: "no-such" }, /^base: expected a commit/],
    [{ base: "--upload-pack=x" }, /^base: expected a commit/],
    [{ head: "HEAD" }, /^head: .* the diff is empty/],
    [{ contract: ["docs/contrct.md"] }, /^contract\.0: .* Did you mean "docs\/contract\.md"\?/],
    [{ contract: ["docs/new.md"] }, /^contract\.0: expected a file that was there at the base/],
    [{ tests: ["tests/*.js"] }, /^tests\.0: expected a glob that matches/],
    [{ conventions: ["STYLE.md"] }, /^conventions\.0/],
    [{ max_diff_bytes: 100 }, /^max_diff_bytes: expected a diff of at most 100 bytes; it is never cut/],
    [{ max_diff_bytes: 0 }, /^max_diff_bytes: expected a whole number/],
    [{ contracts: ["a"] }, /^contracts: .* Did you mean "contract"\?/],
    [{ contract: "docs" }, /^contract: expected globs/],
    [{ root: "/no/such/folder" }, /^root: expected an existing folder/],
  ]

  it("with an option that is wrong, by its name", async () => {
    const root = await shopWith({ "src/account.py": BETTER_ACCOUNT, "docs/new.md": "new\n" })
    for (const [options, message] of wrong)
      await expect(buildBrief({ root, contract: CONTRACT, ...options })).rejects.toThrow(message)
  })

  it("outside a repository, and without a contract or tests for the change", async () => {
    const outside = await folderWith({ "a.txt": "a" })
    await expect(buildBrief({ root: outside, contract: CONTRACT })).rejects.toThrow(
      /^root: expected a folder of a git/,
    )
    const root = await shopWith({ "notes.txt": "new\n" })
    await expect(buildBrief({ root })).rejects.toThrow(/^contract: expected globs .* no tests for the change/)
  })
})
