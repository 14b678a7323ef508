import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import { call, type Called } from "../console/io.fixture.ts"
import { splitCommand } from "./split_command.ts"

let folder = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop conformance test-"))
})

afterAll(() => rm(folder, { recursive: true }))

const FILTER = ["--filter", "actions/ping_pong"]

test("json is one document with the counts and the cases, alone on stdout", async () => {
  const { code, stdout, stderr } = await call(["conformance", ...FILTER, "--json"])
  const result = JSON.parse(stdout) as { passed: number; failed: number; cases: object[] }
  expect({ code, stderr, failed: result.failed }).toEqual({ code: 0, stderr: "", failed: 0 })
  expect(result.cases).toHaveLength(result.passed)
  expect(await call(["conformance", ...FILTER, "--format", "json"])).toMatchObject({ code: 0 })
})

test("cases can be left out", async () => {
  const { stdout } = await call(["conformance", "--filter", "actions/", "--skip", "ping_pong", "--json"])
  expect(stdout).toContain('"actions/')
  expect(stdout).not.toContain('"actions/ping_pong')
})

test.each([
  ["text", /^(\d+) passed, 0 failed \(\1 promises, 0 golden\)\n$/],
  ["tap", /^TAP version 14\n/],
  ["junit", /^<\?xml /],
])("the reporter %s", async (reporter, expected) => {
  const { stdout } = await call(["conformance", ...FILTER, "--format", reporter])
  expect(stdout).toMatch(expected)
})

test("more reports go to files beside what is printed", async () => {
  const more = ["--json", "--report", "tap=a report.tap", "--report", "markdown=summary=1.md"]
  const { code, stdout, stderr } = await call(["conformance", ...FILTER, ...more], { cwd: folder })
  const { passed } = JSON.parse(stdout) as { passed: number }
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(await readFile(join(folder, "a report.tap"), "utf8")).toContain(`TAP version 14\n1..${passed}\n`)
  expect(await readFile(join(folder, "summary=1.md"), "utf8")).toContain(`| promises | ${passed} | 0 | 0 |`)
})

test("ours is asked for both suites, or for the one that is named", async () => {
  const countsOf = async (...more: string[]) => {
    const { stdout } = await call(["conformance", "--filter", "action", ...more, "--json"])
    const { promises, golden } = JSON.parse(stdout) as Record<"promises" | "golden", { passed: number }>
    return [promises.passed > 0, golden.passed > 0]
  }
  expect(await countsOf()).toEqual([true, true])
  expect(await countsOf("--suite", "promises")).toEqual([true, false])
  expect(await countsOf("--suite", "golden")).toEqual([false, true])
  expect(await countsOf("--suite", "all", "--preset", "minimal")).toEqual([true, false])
})

test("the forged suite plays agents that cheat, ours and against another loop", async () => {
  const one = ["conformance", "--suite", "forged", "--filter", "removed/node_skip_inside"]
  const ours = await call([...one, "--json"])
  expect(ours.code).toBe(0)
  expect(JSON.parse(ours.stdout)).toMatchObject({ forged: { passed: 1, failed: 0, skipped: 0 } })
  const naive = fileURLToPath(new URL("../../../../conformance/src/fixtures/naive_loop.mjs", import.meta.url))
  const command = `"${process.execPath}" "${naive}"`
  const { code, stdout } = await call([...one, "--implementation", command])
  expect(code).toBe(1)
  expect(stdout).toContain("verified: expected false, got true")
  expect(stdout).toContain("0 passed, 1 failed (0 promises, 0 golden, 1 forged)\n")
})

test("cases are shared between processes, and reported in their order", async () => {
  const args = ["conformance", "--filter", "repair/s", "--json"]
  const [alone, shared] = [await call(args), await call([...args, "--processes", "2"])]
  const ids = ({ stdout }: Called) =>
    (JSON.parse(stdout) as { cases: { id: string }[] }).cases.map(({ id }) => id)
  expect(shared.code).toBe(0)
  expect(ids(shared)).toEqual(ids(alone))
})

test("on a terminal a line says how far it is, and is gone at the end", async () => {
  const { stdout, stderr } = await call(["conformance", ...FILTER], { is_terminal: true })
  expect(stderr).toMatch(/^\r\u001b\[K 1 of \d+ cases, 0 failed {2}actions\/ping_pong\//)
  expect(stderr.endsWith("\r\u001b[K")).toBe(true)
  expect(stdout).not.toContain("\r")
})

test("another implementation is asked over stdio; one that fails cases makes exit code 1", async () => {
  const answers = { hello: { name: "liar", capabilities: ["detector"] }, start: { config: {} } }
  const liar = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, type } = JSON.parse(line)
    console.log(JSON.stringify({ id, ...(${JSON.stringify(answers)}[type] ?? { step: {} }) }))
  })`
  await writeFile(join(folder, "a liar.cjs"), liar)
  const command = `"${process.execPath}" 'a liar.cjs'`
  const { code, stdout } = await call(["conformance", ...FILTER, "--implementation", command], {
    cwd: folder,
  })
  expect(code).toBe(1)
  expect(stdout).toMatch(/\n0 passed, (\d+) failed \(\1 promises, 0 golden\)\n$/)
})

test("github gets an annotation for a failed case, and a summary that a message cannot write", async () => {
  const shouter = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, type } = JSON.parse(line)
    if (type === "hello") console.log(JSON.stringify({ id, name: "shouter", capabilities: ["detector"] }))
    else console.log("::stop-commands::x | <b>%0A")
  })`
  await writeFile(join(folder, "shouter.cjs"), shouter)
  const one = [
    "--filter",
    "argument_order_is_ignored",
    "--implementation",
    `"${process.execPath}" shouter.cjs`,
  ]
  const more = ["--format", "github", "--report", "markdown=summary.md"]
  const { code, stdout } = await call(["conformance", ...one, ...more], { cwd: folder })
  const [annotation = ""] = stdout.split("\n").filter((line) => line.startsWith("::"))
  expect(code).toBe(1)
  expect(annotation).toMatch(
    /^::error title=actions\/key\/argument_order_is_ignored \(actions\.key\.argument-order\)::/,
  )
  expect(annotation).toContain("not a reply: ::stop-commands::x | <b>%250A")
  const summary = await readFile(join(folder, "summary.md"), "utf8")
  expect(summary).toContain("### proofloop conformance: 4 failed\n")
  expect(summary).toContain("not a reply: ::stop-commands::x &#124; &lt;b>%0A |\n")
})

test("a preset may be named or lie in a file", async () => {
  await writeFile(join(folder, "mine.yaml"), "stall_diagnostics: { repair_aware: false }\n")
  const named = await call(["conformance", ...FILTER, "--preset", "minimal"])
  const file = await call(["conformance", ...FILTER, "--preset", "mine.yaml"], { cwd: folder })
  expect([named.code, file.code]).toEqual([0, 0])
  expect(file.stdout).toContain("skipped")
})

test.each([
  [["--filter", "nothing has this"], "no case or requirement"],
  [["--suite", "forgd"], 'Did you mean "forged"?'],
  [["--implementation", "no-such-program --x"], "no-such-program"],
  [["--implementation", "'node"], "is never closed"],
  [["--preset", "evidnce"], 'Did you mean "evidence"?'],
  [["--report", "tap=no/such/folder/x", ...FILTER], "--report"],
  [["--report", "tap", ...FILTER], "expected FORMAT=FILE"],
  [["--report", "jnit=x", ...FILTER], 'Did you mean "junit"?'],
  [["--processes", "0", ...FILTER], "--processes"],
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
