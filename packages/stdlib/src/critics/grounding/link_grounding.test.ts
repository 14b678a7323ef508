import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { linkGrounding } from "./link_grounding.ts"

const FILES = { "src/a.ts": "", "docs/guide/x.md": "", "docs/public/logo.png": "", "README.md": "" }

async function check(
  path: string,
  before: string | null,
  after: string,
  options = {},
  missing: string[] = [],
) {
  const change = changeSet([{ path, before, after }])
  const looked: string[] = []
  const facts = memoryFacts(FILES, change, {
    probe: (url) => {
      looked.push(url.href)
      return Promise.resolve(missing.includes(url.hostname) ? "missing" : "found")
    },
  })
  const verdict = await linkGrounding.check(change, facts, options)
  const found = verdict.status === "fail" ? verdict.violations : []
  return { found: found.map(({ rule, evidence, line }) => [rule, evidence, line]), looked }
}

it("leaves addresses of a site to its rules where documents had such that lead to no file", async () => {
  const judged = async (had: string, link: string) => {
    const change = changeSet([{ path: "docs/a.md", before: "", after: `[a](${link})` }])
    const files = { ...FILES, "docs/b.md": had, "README.md": "[x](/elsewhere)" }
    const verdict = await linkGrounding.check(change, memoryFacts(files, change), {})
    return verdict.status
  }
  expect(await judged("[b](/deploy/node)", "/guide/storage#mounts")).toBe("pass")
  expect(await judged("[b](/docs/guide/x)", "/guide/storage")).toBe("fail")
  expect(await judged("[b](/deploy/node)", "/guide/storage.md")).toBe("fail")
  expect(await judged("[b](/deploy/node)", "guide/storage")).toBe("fail")
})

describe("relative links of G14", () => {
  it.each([
    ["docs/new.md", "[a](guide/x.md)"],
    ["docs/new.md", "[a](/docs/guide/x.md#part)"],
    ["docs/new.md", "[a](src/a.ts?raw)"],
    ["docs/new.md", "[a](guide/)"],
    ["docs/new.md", "[a](./guide/x)"],
    ["docs/new.md", "[a](guide/x.html)"],
    ["docs/new.md", "![a](/logo.png)"],
    ["docs/new.md", "[a](#part) [b](mailto:a@b.c) [c](tel:1) [d](vscode:x) [e](//a.b) [f]({{ url }})"],
    ["README.md", "[a](../../issues/7) [b](../../actions/workflows/ci.yml)"],
    ["docs/new.md", "[a](/owner/a.js/blob/main/src/b.js)"],
    ["src/a.ts", "[a](nope.md)"],
    ["docs/new.mdx", "[a](/providers/all)"],
  ])("%s may say %s", async (path, text) => {
    expect((await check(path, "", text)).found).toEqual([])
  })

  it.each([
    ["docs/guide/y.md", "\n[a](code/encoder.md)", "missing_path", "code/encoder.md", 2],
    ["docs/new.mdx", "[a](/providers/all.md)", "missing_path", "/providers/all.md", 1],
    ["docs/guide/y.md", "[a](nope.png)", "missing_path", "nope.png", 1],
    ["README.md", "[a](../../etc/passwd)", "link_leaves_repository", "../../etc/passwd", 1],
    ["docs/guide/y.md", "[a](%2e%2e/%2e%2e/%2e%2e/x)", "link_leaves_repository", "%2e%2e/%2e%2e/%2e%2e/x", 1],
    ["docs/guide/y.md", "[a](x%zz.md)", "missing_path", "x%zz.md", 1],
  ])("%s may not say %s", async (path, text, rule, evidence, line) => {
    expect((await check(path, "", text)).found).toEqual([[rule, evidence, line]])
  })

  it("lets a page be linked that a tool writes", async () => {
    const judge = async (more: Readonly<Record<string, string>>, target = "../jsdoc/Plugin.html") => {
      const files = [{ path: "docs/guide/y.md", before: "", after: `[a](${target})` }]
      const change = changeSet([
        ...files,
        ...Object.entries(more).map(([path, after]) => ({ path, before: "", after })),
      ])
      return (await linkGrounding.check(change, memoryFacts(FILES, change), {})).status
    }
    expect(await judge({})).toBe("fail")
    expect(await judge({ "gulpfile.js": 'destination("./dist/jsdoc")' })).toBe("pass")
    expect(await judge({ ".gitignore": "/jsdoc\n" })).toBe("pass")
    expect(await judge({ ".gitignore": "/jsdoc\n" }, "../jsdoc/plugin.md")).toBe("fail")
  })

  it("keeps what was there before, and looks at created documents", async () => {
    expect((await check("a.md", "[a](gone.md)", "new\n[b](gone.md)")).found).toEqual([])
    expect((await check("a.md", null, "[b](gone.md)")).found).toEqual([["missing_path", "gone.md", 1]])
  })

  it("lists addresses before paths, each sorted", async () => {
    const text = "[a](z.md) [b](y.md) https://b.c/ https://a.b/"
    const { found } = await check("a.md", "", text, { network: true, allowed_hosts: ["a.b", "b.c"] }, [
      "a.b",
      "b.c",
    ])
    expect(found.map(([, evidence]) => evidence)).toEqual(["https://a.b/", "https://b.c/", "y.md", "z.md"])
  })
})

describe("addresses of G14", () => {
  const text = "https://a.b/1 https://x.c.d/2 https://evil.e/3"

  it("looks at none without the network, nor at hosts off the list", async () => {
    expect((await check("a.md", "", text)).looked).toEqual([])
    expect((await check("a.md", "", text, { network: true })).looked).toEqual([])
    const { looked } = await check("a.md", "", text, { network: true, allowed_hosts: ["A.B", "*.c.d"] })
    expect(looked).toEqual(["https://a.b/1", "https://x.c.d/2"])
  })

  it("looks at no more than its cap, and at nothing when switched off", async () => {
    const many = Array.from({ length: 30 }, (_, index) => `https://a.b/${index}`).join(" ")
    const options = { network: true, allowed_hosts: ["a.b"] }
    expect((await check("a.md", "", many, options)).looked).toHaveLength(20)
    const offline = linkGrounding.environment({ PROOFLOOP_URL_GROUNDING_OFFLINE: "True" })
    const { looked, found } = await check("a.md", "", `${many} [a](nope.md)`, { ...options, ...offline })
    expect([looked, found]).toEqual([[], []])
  })

  it("keeps addresses that were there before", async () => {
    const { looked } = await check("a.md", text, `${text} more`, { network: true, allowed_hosts: ["a.b"] })
    expect(looked).toEqual([])
  })
})
