import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import type { RunResult } from "@proofloop/runtime"
import { describe, expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { folder, writeRuns } from "../replay/sessions.fixture.ts"
import { args, serve } from "../run/run.fixture.ts"

/** A tool that proofloop does not know, and that tells failures by its words alone. */
const QUARTZ = `import { readFileSync } from "node:fs"
const wanted = readFileSync("crystal.txt", "utf8").trim() === "clear"
console.log(wanted ? "QZ held 3" : "QZ crack in crystal.txt:1, facet of the north")
process.exitCode = process.argv.includes("--strict") && !wanted ? 1 : 0
`

/** Reads that tool's output. */
const PLUGIN = `export default {
  name: "quartz",
  parsers: [{
    name: "quartz",
    marks: ["QZ "],
    recognises: (text) => /^QZ (?:held|crack)/m.test(text),
    parse(text) {
      const cracks = [...text.matchAll(/^QZ crack in (\\S{1,200}):(\\d{1,6}), (.{1,200})$/gm)]
      return {
        diagnostics: cracks.map(([, path, line, what]) => ({
          kind: "test",
          message: "cracked",
          test_id: what,
          location: { path, line: Number(line) },
        })),
        tests_run: 3,
        ran_test_ids: null,
      }
    },
  }],
}
`

async function quartzProject(config: object, crystal: string): Promise<string> {
  const root = await folder()
  const files: Readonly<Record<string, string>> = {
    "quartz.mjs": QUARTZ,
    "tools/plugin.mjs": PLUGIN,
    "crystal.txt": crystal,
    "proofloop.config.json": JSON.stringify(config),
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await initRepository(root)
  await commitPaths(root, Object.keys(files), "first")
  return root
}

const WITH = { plugins: ["./tools/plugin.mjs"] }

describe("a parser of a plugin", () => {
  test.each([
    ["run", []],
    ["run --gate", ["--gate"]],
  ])("decides in %s what the check says", async (_verb, more) => {
    const server = await serve([{ text: "All fixed." }])
    const asked = ["--json", "--quiet", "--verify", "node quartz.mjs", "--max-iterations", "3", ...more]
    const runIn = async (config: object): Promise<RunResult> => {
      const root = await quartzProject(config, "dull")
      const { stdout } = await call(args(root, server, ...asked), { cwd: root })
      return JSON.parse(stdout) as RunResult
    }
    expect(await runIn({})).toMatchObject({ status: "done", verified: true })
    const known = await runIn(WITH)
    expect(known).toMatchObject({ verified: false })
    expect(known.current_failure).toMatchObject({ snippet: expect.stringContaining("cracked") as string })
  })

  test("counts tests in run: the proof says how many", async () => {
    const server = await serve([{ text: "All fixed." }])
    const root = await quartzProject(WITH, "clear")
    const { stdout } = await call(args(root, server, "--json", "--quiet", "--verify", "node quartz.mjs"), {
      cwd: root,
    })
    expect(JSON.parse(stdout)).toMatchObject({ verified: true, proof: { tests_run: 3 } })
  })

  test("names in check what a test command reports", async () => {
    const G8 = ["on", { command: "node quartz.mjs --strict" }]
    const checkIn = async (config: object): Promise<string> => {
      const root = await quartzProject({ ...config, critics: { G8 } }, "clear")
      await writeFile(join(root, "crystal.txt"), "dull")
      return (await call(["check", "--only", "G8"], { cwd: root })).stdout
    }
    expect(await checkIn({})).toContain("<unparsed-failure>: ")
    expect(await checkIn(WITH)).toMatch(/crystal\.txt\n.*G8 test_regression\n +facet of the north fails now/)
  })

  test("tells repeats apart from other failures in replay", async () => {
    const failing = (seconds: number): object => ({
      tool: "bash",
      args: { command: "node quartz.mjs --strict" },
      obs: `began ${"x".repeat(seconds)}\nQZ crack in crystal.txt:1, facet of the north\nended ${"y".repeat(seconds)}\nexit code 1`,
    })
    const edit = { tool: "apply_patch", args: { path: "a.ts", patch: "p" }, obs: "applied" }
    const replayIn = async (config: object): Promise<string> => {
      const root = await quartzProject(config, "dull")
      const run = [1, 2, 3, 4].flatMap((n) => [
        failing(n),
        { ...edit, args: { path: "a.ts", patch: `${n}` } },
      ])
      await writeRuns(join(root, "runs.jsonl"), { stuck: run })
      return (await call(["replay", "runs.jsonl", "--json"], { cwd: root })).stdout
    }
    expect(await replayIn({})).not.toContain("stuck_same_diagnostic")
    expect(await replayIn(WITH)).toContain("stuck_same_diagnostic")
  })

  test("that is none is refused with its place", async () => {
    const root = await quartzProject(WITH, "dull")
    await writeFile(
      join(root, "tools/plugin.mjs"),
      'export default { name: "q", parsers: [{ name: "quartz" }] }\n',
    )
    const { code, stderr } = await call(["check"], { cwd: root })
    expect(code).toBe(2)
    expect(stderr).toContain("plugin ./tools/plugin.mjs: parsers[0]: expected { name, recognises, parse }")
  })
})
