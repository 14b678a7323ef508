import { commitPaths } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../../foundation/src/git/repository.fixture.ts"
import { likelyFiles, rankFiles, type RankOptions } from "./rank_files.ts"

function rank(paths: readonly string[], options: RankOptions): readonly string[] {
  return rankFiles(
    paths.map((path) => ({ path, bytes: 1000 })),
    options,
  )
}

describe("rankFiles", () => {
  it("has what the feedback names, then its words in name and folder, before anything else", () => {
    const files = ["a/aa.ts", "shop/cart.ts", "shop/tax.ts", "src/priceRules.ts", "z/till.ts"]
    const text = "z/till.ts is wrong: the price of a shop's cart with two rules"
    expect(rank(files, { text })).toEqual([
      "z/till.ts",
      "src/priceRules.ts",
      "shop/cart.ts",
      "shop/tax.ts",
      "a/aa.ts",
    ])
  })

  it("takes plural and camel case for the same word, and leaves words of every text aside", () => {
    const text = "Discounts are not applied in the index when there should be one"
    expect(rank(["src/there.ts", "src/index.ts", "src/applyDiscount.ts"], { text })[0]).toBe(
      "src/applyDiscount.ts",
    )
    expect(rank(["src/b.ts", "src/index.ts"], { text })).toEqual(["src/b.ts", "src/index.ts"])
  })

  it("has what was changed lately first where words say nothing, and words before that", () => {
    const files = ["src/a.ts", "src/b.ts", "src/price.ts"]
    const recent = ["src/b.ts", "src/a.ts"]
    expect(rank(files, { text: "", recent })).toEqual(["src/b.ts", "src/a.ts", "src/price.ts"])
    expect(rank(files, { text: "the price", recent })).toEqual(["src/price.ts", "src/b.ts", "src/a.ts"])
  })

  it("has sources before tests, documents and the rest, and what a program writes last", () => {
    const files = [
      "Makefile",
      "a.test.ts",
      "assets/logo.png",
      "dist/main.js",
      "docs/b.md",
      "package-lock.json",
      "zz.ts",
    ]
    expect(rank(files, { text: "" })).toEqual([
      "zz.ts",
      "a.test.ts",
      "docs/b.md",
      "Makefile",
      "assets/logo.png",
      "dist/main.js",
      "package-lock.json",
    ])
  })

  it("has very large and empty files behind their like", () => {
    const files = [
      { path: "a.ts", bytes: 10_000_000 },
      { path: "b.ts", bytes: 0 },
      { path: "c.ts", bytes: 100 },
    ]
    expect(rankFiles(files, { text: "" })).toEqual(["c.ts", "b.ts", "a.ts"])
  })

  it("finds the last of thousands by its name", () => {
    const many = Array.from({ length: 5000 }, (_, at) => `a/module_${String(at).padStart(4, "0")}.ts`)
    const files = [...many, "zz/refund.ts"]
    expect(rank(files, { text: "A refund is paid twice" })[0]).toBe("zz/refund.ts")
  })
})

it("the files of a commit come with their sizes and what its history changed lately", async () => {
  const root = await repositoryWith({ "a.ts": "1\n", "b.ts": "1\n", "c ä.ts": "1\n", "d.ts": "" })
  await addFiles(root, { "b.ts": "2\n" })
  await commitPaths(root, ["b.ts"], "second")
  await addFiles(root, { "c ä.ts": "3\n" })
  await commitPaths(root, ["c ä.ts"], "third")
  await addFiles(root, { "e.ts": "5\n" })
  expect(await likelyFiles(root, "HEAD", "")).toEqual(["c ä.ts", "b.ts", "a.ts", "d.ts"])
  expect(await likelyFiles(root, "HEAD~1", "")).toEqual(["b.ts", "a.ts", "c ä.ts", "d.ts"])
})
