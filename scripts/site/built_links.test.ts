import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { siteProblems } from "./built_links.ts"
import { withPolicy } from "./policy.ts"

test("links of a built site that lead nowhere are told, with their page", () => {
  const dist = mkdtempSync(join(tmpdir(), "proofloop-site-"))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  mkdirSync(join(dist, "below"))
  writeFileSync(
    join(dist, "index.html"),
    `<h2 id="here">x</h2><a href="/base/below/">x</a><a href="#here">x</a>`,
  )
  writeFileSync(
    join(dist, "below/index.html"),
    `<a href="../index.html#here">x</a><a href="/base/#gone">x</a><img src="no.png"><a href="https://example.org">x</a>`,
  )
  expect(siteProblems(dist, "/base/")).toEqual([
    "below/index.html: /base/#gone: no such heading",
    "below/index.html: no.png: no such page",
  ])
})

test("a page runs its own scripts alone", () => {
  const html = withPolicy(
    `<head><meta charset="utf-8"></head><script id="a">one()</script><script src="x.js"></script>`,
  )
  const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? []
  expect(policy).toContain("default-src 'none'; script-src 'self' 'sha256-")
  expect(policy.match(/sha256-/g)).toHaveLength(1)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})
