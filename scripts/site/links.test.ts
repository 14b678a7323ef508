import { expect, test } from "vitest"
import { linkBetween, pageTarget, sourceTarget } from "./addresses.ts"
import { withLinks } from "./links.ts"

const resolve = (path: string): string | undefined => (path.startsWith("missing") ? undefined : `<${path}>`)

test("links lead to where their targets stand, and code is left alone", () => {
  const page = [
    "[a](b.md#c), `[a](b.md)` [`code`](../README.md) and `more`, ![x](images/x.png)",
    "```md",
    "[a](b.md)",
    "```",
    "[a](#here) [a](https://example.org/x.md) [folder](../examples/) [a](../missing.md)",
  ]
  expect(withLinks("docs/page.md", page.join("\n"), resolve).split("\n")).toEqual([
    "[a](<docs/b.md>#c), `[a](b.md)` [`code`](<README.md>) and `more`, ![x](<docs/images/x.png>)",
    "```md",
    "[a](b.md)",
    "```",
    "[a](#here) [a](https://example.org/x.md) [folder](<examples>) [a](../missing.md)",
  ])
})

test.each([
  ["README.md", "index.md"],
  ["docs/README.md", "pages.md"],
  ["docs/loop.md", "loop.md"],
  ["docs/critics/README.md", "critics/index.md"],
  ["conformance/README.md", "suite/index.md"],
  ["packages/proofloop/README.md", "packages/proofloop/index.md"],
  ["CONTRIBUTING.md", "contributing.md"],
])("%s stands at %s", (path, target) => {
  expect(pageTarget(path)).toBe(target)
})

test("a source has an address that VitePress reads, and links are relative", () => {
  expect(sourceTarget(".github/workflows/test.yml")).toBe("source/dot-github/workflows/test.yml.md")
  expect(sourceTarget("src/README.md")).toBe("source/src/README.markdown.md")
  expect(sourceTarget("examples/hosts/hono/page.html")).toBe("source/examples/hosts/hono/page-html.md")
  expect(linkBetween("critics/g1.md", "loop.md")).toBe("../loop.md")
  expect(linkBetween("loop.md", "critics/g1.md")).toBe("./critics/g1.md")
})
