import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import type { Fingerprint } from "../../repository/fingerprint.ts"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { frameworkGrounding } from "./framework_grounding.ts"

const RUST: Fingerprint = {
  languages: [{ name: "Rust", files: 9 }],
  stack: [],
  declared_deps: { npm: ["vitepress"], python: [], rust: ["clap", "serde", "tokio"], go: [], java: [] },
  declared_frameworks: ["clap", "tokio"],
  entrypoints: [],
  manifest_files: ["Cargo.toml", "package.json"],
}

async function check(files: Parameters<typeof changeSet>[0], fingerprint: Fingerprint | null = RUST) {
  const change = changeSet(files)
  const verdict = await frameworkGrounding.check(change, memoryFacts({}, change, { fingerprint }))
  return verdict.status === "fail" ? verdict.violations : []
}

const npm = (...names: string[]) => ({
  ...RUST,
  declared_frameworks: [],
  declared_deps: { ...RUST.declared_deps, npm: names },
})

describe("G11", () => {
  it.each([
    "CHANGELOG.md",
    "docs/changes.rst",
    "HISTORY.md",
    "NEWS.md",
    "release-notes.md",
    "docs/koa-vs-express.md",
    "docs/migration.md",
  ])("passes %s", async (path) => {
    expect(await check([{ path, after: "- Guess the lexer of Django templates\n" }])).toEqual([])
  })

  it("passes an item of a list that is about a project of somebody else", async () => {
    const item = (target: string, text = "plugin for Express") => `- [x](${target}) ${text}\n`
    const judge = async (after: string, path = "a.md") => (await check([{ path, after }])).length
    expect(await judge(item("https://github.com/a/fast-replies"))).toBe(0)
    expect(await judge(item("https://www.npmjs.com/package/@a/fast-replies"))).toBe(0)
    expect(await judge(item("https://github.com/expressjs/express"))).toBe(1)
    expect(await judge(item("https://example.org/a/b"))).toBe(1)
    expect(await judge("We use Express.\n", "docs/Ecosystem.md")).toBe(0)
  })

  it("passes a framework that a package joins to one of the repository", async () => {
    const own = { ...RUST, declared_frameworks: ["fastify"] }
    const bridge = "If you use Express middleware,\ninstall [`fastify-express`](https://x.dev).\n"
    expect(await check([{ path: "a.md", after: bridge }], own)).toEqual([])
    const claim = "The server is built on Express.\n\nSee fastify-express.\n"
    expect((await check([{ path: "a.md", after: claim }], own)).map(({ evidence }) => evidence)).toEqual([
      "Express",
    ])
  })

  it("names every framework that is not there, in the order of the table", async () => {
    const found = await check([
      { path: "docs/a.md", after: "The frontend uses Redux\non React; the CLI uses Clap and Tokio." },
    ])
    expect(found.map(({ evidence, line, column }) => [evidence, line, column])).toEqual([
      ["React", 2, 4],
      ["Redux", 1, 19],
    ])
    expect(found[0]?.message).toBe(
      '"React" (react) is neither a framework nor a dependency of this repository; frameworks: clap, tokio; dependencies: vitepress, clap, serde, tokio',
    )
  })

  it("judges added lines only", async () => {
    const before = "We use React.\nOld."
    expect(await check([{ path: "a.md", before, after: "New.\nWe use React." }])).toEqual([])
    expect(await check([{ path: "a.md", before, after: "We use React.\nAnd Vue." }])).toHaveLength(1)
  })

  it("believes what a document that moved, or another touched one, named before", async () => {
    const claim = "Coming from React, you know hooks."
    const moved = [
      { path: "docs/hook.md", before: claim },
      { path: "docs/hooks.md", after: `${claim} React has more.` },
    ]
    expect(await check(moved)).toEqual([])
    expect(await check(moved.slice(1))).not.toEqual([])
  })

  it("is silent without anything to ground in", async () => {
    const files = [{ path: "a.md", after: "We use React." }]
    expect(await check(files, null)).toEqual([])
    expect(await check(files, { ...RUST, manifest_files: [] })).toEqual([])
    expect(await check(files, {} as Fingerprint)).toEqual([])
  })

  it("leaves code, deleted documents and licences alone", async () => {
    const after = "We use React."
    expect(
      await check([
        { path: "a.py", after },
        { path: "LICENSE.md", after },
        { path: "b.md", before: after },
      ]),
    ).toEqual([])
  })

  it("lets documents name what it is told to allow", async () => {
    const change = changeSet([{ path: "a.md", after: "We use React and Vue." }])
    const facts = memoryFacts({}, change, { fingerprint: RUST })
    const verdict = await frameworkGrounding.check(change, facts, { allowed_frameworks: ["React"] })
    expect(verdict).toMatchObject({ status: "fail", violations: [{ evidence: "Vue" }] })
  })

  it.each([
    ["We use Redux.", "@reduxjs/toolkit", 0],
    ["We use React.", "react-dom", 0],
    ["We use Gin.", "vite-plugin-x", 1],
    ["We use Next.js.", "nextcloud", 1],
  ])("%s is grounded in %s with %i violations", async (after, dependency, count) => {
    expect(await check([{ path: "a.md", after }], npm(dependency))).toHaveLength(count)
  })
})
