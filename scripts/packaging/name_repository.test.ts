import { expect, test } from "vitest"
import { root } from "../setup.mjs"
import { withRepository } from "./name_repository.mjs"
import { publishedPackages } from "./published.mjs"

test("a package says where its folder lies in the repository", () => {
  expect(
    withRepository({ name: "x", license: "MIT" }, "https://forge.example/we/proofloop", "packages/x"),
  ).toEqual({
    name: "x",
    license: "MIT",
    homepage: "https://forge.example/we/proofloop/tree/main/packages/x#readme",
    bugs: "https://forge.example/we/proofloop/issues",
    repository: {
      type: "git",
      url: "git+https://forge.example/we/proofloop.git",
      directory: "packages/x",
    },
  })
})

const packages = publishedPackages(root)

test.each(packages.map(({ name, manifest }) => [name, manifest] as const))(
  "%s can be found on npm: words and a page",
  (name, { keywords, homepage }) => {
    expect(homepage).toBe(`https://www.npmjs.com/package/${name}`)
    expect(keywords).toEqual(expect.arrayContaining(["agents", "proofloop"]))
    expect(keywords.length).toBeGreaterThan(3)
  },
)
