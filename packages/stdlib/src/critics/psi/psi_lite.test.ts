import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import type { Fingerprint } from "../../repository/fingerprint.ts"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { gamma } from "./gamma.ts"
import { omega } from "./omega.ts"
import { psiLite } from "./psi_lite.ts"
import { psiLiteCritic } from "./psi_lite_critic.ts"

const fence = (code: string) => `\`\`\`\n${code}\n\`\`\``
const RUST: Fingerprint = {
  languages: [],
  stack: [],
  declared_deps: { npm: ["vitepress"], python: [], rust: ["clap"], go: [], java: [] },
  declared_frameworks: ["clap"],
  entrypoints: [],
  manifest_files: ["Cargo.toml"],
}

it.each([
  ["a.md", "clean\n", 0],
  ["a.md", fence("a\\nb\\nc"), 0.2],
  ["a.md", fence("\\n".repeat(7)), 0.5],
  ["a.md", fence(`${"\\n".repeat(6)}\n${"\\n".repeat(6)}`), 1],
  ["a.md", "a\\nb\\nc", 0],
  ["a.md", fence("\\n".repeat(7)).replaceAll("\n", "\r\n"), 0.5],
  ["a.md", "a\n\n\n\nb", 0.05],
  ["a.md", "a\n\n\nb", 0],
  ["a.md", `a${"\n".repeat(9)}b`, 0.05],
  ["a.md", "a\n\n\n\n".repeat(7), 0.3],
  ["a.md", "a\n\n \n\nb\nc\nd\ne\nf\ng\nh\ni\nj", 1 / 12],
  ["a.md", "a \nb\n", 0.2],
  ["a.md", "a ", 0],
  ["a.py", fence("x = 1"), 0.6],
  ["a.md", fence("x = 1"), 0],
  ["a.py", "x", 0.4],
  ["a.py", "", 0.4],
  ["a.py", "😀😀😀😀", 0.4],
  ["a.py", "```", 1],
  ["a.json", "", 0],
])("omega of %s with %j is %d", (path, text, expected) => {
  expect(omega(path, text)).toBeCloseTo(expected, 8)
})

it.each([
  ["a.md", "Nothing named.", RUST, 1],
  ["a.md", "We use Clap.", RUST, 1],
  ["a.md", "We use React and Redux.", RUST, 0],
  ["a.md", "We use React and Clap.", RUST, 0.5],
  ["vite.config.js", "import 'vitepress'; import 'node:fs'", RUST, 1],
  ["vite.config.js", "import 'react'", RUST, 0],
  ["vite.config.js", "import 'react'", { ...RUST, declared_deps: { ...RUST.declared_deps, npm: [] } }, 1],
  ["a.rs", "use react::React;", RUST, 1],
  ["a.md", "We use React.", null, 1],
  ["a.md", "We use React.", { ...RUST, manifest_files: [] }, 1],
])("gamma of %s with %j", (path, text, fingerprint, expected) => {
  expect(gamma(path, text, fingerprint)).toBe(expected)
})

const score = (files: Record<string, string | null>) => {
  const change = changeSet(Object.entries(files).map(([path, after]) => ({ path, after })))
  return { change, facts: memoryFacts({}, change, { fingerprint: RUST }) }
}

describe("psiLite", () => {
  it("is the minimum of the files that can be read", async () => {
    const { change, facts } = score({ "good.md": "fine\n", "bad.md": "We use React.\n", "gone.md": null })
    expect(await psiLite(change, facts)).toEqual({
      psi: 0,
      weakest_file: "bad.md",
      per_file: { "good.md": { gamma: 1, omega: 0 }, "bad.md": { gamma: 0, omega: 0 } },
      psi_per_file: { "good.md": 1, "bad.md": 0 },
      alpha: 1,
      lambda: 1,
    })
  })

  it("is 1 when nothing can be read", async () => {
    const { change, facts } = score({ "gone.md": null })
    expect(await psiLite(change, facts)).toMatchObject({ psi: 1, weakest_file: "" })
  })
})

describe("the gate", () => {
  const text = fence(`${"\\n".repeat(5)}\n\\n`)

  it.each([
    [{}, "fail"],
    [{ threshold: 0.4 }, "pass"],
    [{ lambda: 0.5 }, "pass"],
    [{ alpha: 2 }, "pass"],
    [{ lambda: 5, threshold: 0 }, "fail"],
  ])("with %j", async (options, status) => {
    const { change, facts } = score({ "README.md": text })
    expect((await psiLiteCritic.check(change, facts, options)).status).toBe(status)
  })

  it("tells the weakest file first, with its parts in the event", async () => {
    const { change, facts } = score({ "README.md": text, "b.md": "We use React." })
    const verdict = await psiLiteCritic.check(change, facts)
    const fields = verdict.status === "fail" ? psiLiteCritic.event.fields(verdict) : {}
    expect(fields).toEqual({
      path: "b.md",
      psi: 0,
      error: "Ψ 0.000 is below 0.500: 1 × grounding 0.000 − 1 × slop 0.000",
      components: { gamma: 0, omega: 0 },
    })
  })

  it.each([
    [
      { PROOFLOOP_PSI_ALPHA: "99", PROOFLOOP_PSI_LAMBDA: "-1" },
      { alpha: 10, lambda: 0 },
    ],
    [{ PROOFLOOP_PSI_LITE_THRESHOLD: "0.9" }, { threshold: 0.9 }],
    [{ PROOFLOOP_PSI_LITE_THRESHOLD: "much", PROOFLOOP_PSI_ALPHA: "" }, {}],
  ])("reads %j from the environment", (env, options) => {
    expect(psiLiteCritic.environment(env)).toEqual(options)
  })
})
