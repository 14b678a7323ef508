import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { call } from "../io.fixture.ts"
import { splitCommand } from "./split_command.ts"

let folder = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop conformance test-"))
})

afterAll(() => rm(folder, { recursive: true }))

const filter = ["--filter", "actions/ping_pong"]

test("json is one document with the counts and the cases, alone on stdout", async () => {
  const { code, stdout, stderr } = await call(["conformance", ...filter, "--json"])
  const result = JSON.parse(stdout) as { passed: number; failed: number; cases: object[] }
  expect({ code, stderr, failed: result.failed }).toEqual({ code: 0, stderr: "", failed: 0 })
  expect(result.cases).toHaveLength(result.passed)
  expect(await call(["conformance", ...filter, "--reporter", "json"])).toMatchObject({ code: 0 })
})

test("cases can be left out", async () => {
  const { stdout } = await call(["conformance", "--filter", "actions/", "--skip", "ping_pong", "--json"])
  expect(stdout).toContain('"actions/')
  expect(stdout).not.toContain('"actions/ping_pong')
})

test.each([
  ["human", /^\d+ passed, 0 failed\n$/],
  ["tap", /^TAP version 14\n/],
  ["junit", /^<\?xml /],
])("the reporter %s", async (reporter, expected) => {
  const { stdout } = await call(["conformance", ...filter, "--reporter", reporter])
  expect(stdout).toMatch(expected)
})

test("a report in a file leaves stdout empty", async () => {
  const more = ["--reporter", "tap", "--output-file", "a report.tap"]
  const { code, stdout, stderr } = await call(["conformance", ...filter, ...more], { cwd: folder })
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" })
  expect(stderr).toMatch(/^\d+ passed, 0 failed; the report is in a report\.tap\n$/)
  expect(await readFile(join(folder, "a report.tap"), "utf8")).toContain("TAP version 14")
})

test("another implementation is asked over stdio; one that fails cases makes exit code 1", async () => {
  const answers = { hello: { name: "liar", capabilities: ["detector"] }, start: { config: {} } }
  const liar = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, type } = JSON.parse(line)
    console.log(JSON.stringify({ id, ...(${JSON.stringify(answers)}[type] ?? { step: {} }) }))
  })`
  await writeFile(join(folder, "a liar.cjs"), liar)
  const command = `"${process.execPath}" 'a liar.cjs'`
  const { code, stdout } = await call(["conformance", ...filter, "--implementation", command], {
    cwd: folder,
  })
  expect(code).toBe(1)
  expect(stdout).toMatch(/\n0 passed, \d+ failed/)
})

test("a preset may be named or lie in a file", async () => {
  await writeFile(join(folder, "mine.yaml"), "stall_diagnostics: { repair_aware: false }\n")
  const named = await call(["conformance", ...filter, "--preset", "minimal"])
  const file = await call(["conformance", ...filter, "--preset", "mine.yaml"], { cwd: folder })
  expect([named.code, file.code]).toEqual([0, 0])
  expect(file.stdout).toContain("skipped")
})

test.each([
  [["--filter", "nothing has this"], "no case or requirement"],
  [["--implementation", "no-such-program --x"], "no-such-program"],
  [["--implementation", "'node"], "is never closed"],
  [["--preset", "evidnce"], 'Did you mean "evidence"?'],
  [["--output-file", "no/such/folder/x", ...filter], "--output-file"],
])("conformance %j is misuse: %s", async (more, said) => {
  const { code, stdout, stderr } = await call(["conformance", ...more], { cwd: folder })
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
})

test.each([
  ["node x.mjs  --flag", ["node", "x.mjs", "--flag"]],
  [`"a b" 'c "d' e\\ f ''`, ["a b", 'c "d', "e f", ""]],
  [String.raw`'a\b' "c\"d"`, [String.raw`a\b`, 'c"d']],
])("the command %s is split into words", (line, words) => {
  expect(splitCommand(line)).toEqual(words)
})
