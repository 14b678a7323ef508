import { readdirSync } from "node:fs"
import { postProcessPlan } from "@proofloop/stdlib"
import { memoryFacts } from "@proofloop/stdlib/internal/critics"
import { describe, expect, it } from "vitest"
import { analyseFiles, type Files, metricOf, POOR, SOUND } from "./analyse.fixture.ts"
import { analysers } from "./analysers.ts"
import { readme } from "./readme.ts"

const cases = (repositories: Readonly<Record<string, Files>>) => Object.entries(repositories)

describe("analyse", () => {
  it.each(cases(SOUND))(
    "finds nothing to fail or to warn of in a sound repository of %s",
    async (_, files) => {
      const { metrics, score } = await analyseFiles(files)
      expect(metrics.filter(({ status }) => status !== "pass" && status !== "unable")).toEqual([])
      expect(score).toBeGreaterThan(0.95)
    },
  )

  it.each(cases(POOR))(
    "fails what is missing in a poor repository of %s, with a subtask each",
    async (_, files) => {
      const { metrics, score } = await analyseFiles(files)
      const failed = metrics.filter(({ status }) => status === "fail")
      expect(failed.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["tests", "ci", "readme", "license"]),
      )
      for (const { evidence, suggestions } of failed) {
        expect(evidence.some(({ is_fault }) => is_fault)).toBe(true)
        expect(suggestions).not.toEqual([])
      }
      expect(score).toBeLessThan(0.5)
    },
  )

  it("fails code that does not parse", async () => {
    const { metrics } = await analyseFiles(POOR["Python"] ?? {})
    expect(metrics.find(({ name }) => name === "code_quality")).toMatchObject({
      status: "fail",
      evidence: expect.arrayContaining([expect.objectContaining({ path: "app.py", line: 1 })]),
    })
  })

  it("never fails the build that was not run: a planner would let nobody touch a manifest", async () => {
    for (const files of Object.values(POOR)) {
      const { metrics } = await analyseFiles(files)
      expect(metrics.find(({ name }) => name === "build")?.status).toBe("warn")
    }
  })

  it("can say nothing of a folder that holds nothing", async () => {
    const { metrics, score, languages } = await analyseFiles({})
    expect(new Set(metrics.map(({ status }) => status))).toEqual(new Set(["unable"]))
    expect({ score, languages }).toEqual({ score: null, languages: [] })
  })

  it("gives each metric once, whatever the repository", async () => {
    const names = analysers.map(({ name }) => name)
    expect((await analyseFiles({ "a.c": "" })).metrics.map(({ name }) => name)).toEqual(names)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(readdirSync(import.meta.dirname)).toContain(`${name}.ts`)
  })

  it("quotes no secret and nothing that steers a terminal", async () => {
    const secret = "ghp_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789"
    const { metrics } = await analyseFiles({
      "README.md": `# a\n\n[x](./${secret}\u001b[31m.md)\n`,
      "a.js": "",
    })
    expect(JSON.stringify(metrics)).not.toContain(secret)
    expect(JSON.stringify(metrics)).not.toContain("\\u001b")
  })

  it("says what only a person can do", async () => {
    const { metrics } = await analyseFiles(POOR["Go"] ?? {})
    const ci = metrics.find(({ name }) => name === "ci")
    expect(ci?.suggestions).toMatchObject([{ action: "create", needs_person: true }])
    expect(metrics.find(({ name }) => name === "readme")?.suggestions).toMatchObject([
      { needs_person: false },
    ])
  })

  it("tells a planner every fault with its file and line", async () => {
    const { details } = await metricOf(readme, { "README.md": "# a\n\n[x](gone.md)\n" })
    expect(details).toMatch(/^the README does not say what the project is; .*\n- README\.md .*\n/)
    expect(details).toContain('- README.md:3 links to "gone.md"')
  })

  it("is what the filters of a plan read: a README at fault may be mended by itself", async () => {
    const plan = { tasks: [{ title: "Docs", subtasks: [{ title: "Write it", file_hints: ["README.md"] }] }] }
    const kept = async (files: Files) => {
      const report = await analyseFiles(files)
      const processed = await postProcessPlan(plan, { facts: memoryFacts(files), report, env: {} })
      return processed.plan.tasks.length
    }
    expect(await kept(POOR["Go"] ?? {})).toBe(1)
    expect(await kept(SOUND["Go"] ?? {})).toBe(0)
  })
})
