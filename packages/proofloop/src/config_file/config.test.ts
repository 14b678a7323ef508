import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"
import { BROKEN, check, commit, copyForEachTest, REPOSITORY, write } from "../check/check.fixture.ts"
import { call } from "../console/io.fixture.ts"

copyForEachTest()

const config = async (value: unknown): Promise<void> =>
  write({ "proofloop.config.json": JSON.stringify(value) })

const show = async (...args: readonly string[]) => {
  const { stdout } = await call(["config", "show", "--json", ...args], { cwd: REPOSITORY.root })
  const { keys } = JSON.parse(stdout) as { keys: { key: string; value: unknown; from: string }[] }
  return Object.fromEntries(keys.map(({ key, value, from }) => [key, { value, from }]))
}

describe("proofloop.config.json", () => {
  test("says which critics take part and what their findings count as", async () => {
    await write(BROKEN)
    await config({ critics: { G14: "off", g2: "warning", G7: "warning" } })
    const { code, stdout } = await check()
    expect(code).toBe(0)
    expect(stdout).not.toContain("G14")
    expect(stdout).toContain("2 warnings")
  })

  test("gives a critic options, which --set refines", async () => {
    const lines = Array.from({ length: 80 }, (_, at) => `Line ${at} of the guide.\n`)
    await commit({ "guide.md": lines.join("") }, "guide")
    await write({ "guide.md": lines.slice(0, 40).join("") })
    await config({ critics: { G13: ["error", { shrink_floor: 0.9 }] } })
    expect((await check("--only", "G13")).code).toBe(1)
    expect((await check("--only", "G13", "--set", "G13.shrink_floor=0.01")).code).toBe(0)
  })

  test("stands below the flags of the call", async () => {
    await write(BROKEN)
    await config({
      critics: { G14: "off", G2: "off", G6: "off", G20: "off", G7: "warning" },
      check: { max_warnings: 0 },
    })
    expect((await check()).code).toBe(1)
    expect((await check("--max-warnings", "9")).code).toBe(0)
    expect((await check("--no-config")).stdout).toContain("3 findings")
  })

  test("is found from a folder below, and named from anywhere", async () => {
    await config({ critics: { G14: "off" } })
    await write({ "src/other.json": '{ "critics": { "G7": "off" } }', ...BROKEN })
    const below = await call(["check"], { cwd: join(REPOSITORY.root, "src") })
    expect(below.stdout).not.toContain("G14")
    const named = await call(["check", "--config", "other.json"], { cwd: join(REPOSITORY.root, "src") })
    expect(named.stdout).toContain("G14")
    expect(named.stdout).not.toContain("G7 ")
  })

  test.each([
    ['{ "critcs": {} }', /proofloop\.config\.json: critcs: no such key; did you mean "critics"\?/],
    ['{ "critics": { "G13": "onn" } }', /critics\.G13: expected "on", "off", "warning", "error", or a pair/],
    ['{ "check": { "basline": "x" } }', /check\.basline: no such key; did you mean "baseline"\?/],
    [
      '{ "critics": { "G99": "on" } }',
      /proofloop\.config\.json: critics: got the string "G99"\. Did you mean/,
    ],
    ['{ "critics": { "G13": "loud" } }', /critics\.G13: /],
    ['{ "check": ', /proofloop\.config\.json:1:\d+: /],
    [
      '{ "check": { "max_warnings": "many" } }',
      /check\.max_warnings: expected a number, got the string "many"/,
    ],
    ["[]", /the configuration: /],
    ['{ "__proto__": { "critics": {} } }', /__proto__: no such key/],
  ])("is refused where it is wrong: %s", async (text, told) => {
    await write({ "proofloop.config.json": text })
    const { code, stderr, stdout } = await check()
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toMatch(told)
  })

  test("is refused beside another one in the same folder", async () => {
    await config({})
    await write({ "proofloop.config.ts": "export default {}\n" })
    const { code, stderr } = await check()
    expect(code).toBe(2)
    expect(stderr).toContain("both proofloop.config.ts and proofloop.config.json are there; keep one")
  })
})

describe("proofloop.config.ts", () => {
  const CODE = `import { defineConfig } from "proofloop"
const off: "off" = "off"
export default defineConfig({ critics: { G14: off, G2: off, G6: off, G20: off, G7: off } })
`

  test("is run where one stands in its project", async () => {
    await write({ "proofloop.config.ts": CODE, ...BROKEN })
    expect((await check()).stdout).toMatch(/^clean/)
  })

  test.each([
    ["that throws", `throw new Error("boom")`, "off", 3],
    ["set to error that could not look", `return { unable: "no compiler" }`, "error", 3],
    ["that could not look", `return { unable: "no compiler" }`, "on", 0],
  ])("a critic %s is never clean", async (_how, body, level, code) => {
    await write({
      "rules/house.mjs": `export default { name: "house", critics: [{ id: "rule", title: "Rule", check() { ${body} } }] }`,
      "ok.toml": "a = 2\n",
    })
    await config({ plugins: ["./rules/house.mjs"], critics: level === "off" ? {} : { rule: level } })
    const judged = await check()
    expect(judged.code).toBe(code)
    expect(judged.stdout).toMatch(
      code === 3 ? /\nnot judged by rule: \d+ critics looked/ : /\nnothing found: \d+ critics looked/,
    )
  })

  test("does not run in a repository that one only points at, nor do plugins", async () => {
    const mark = join(REPOSITORY.root, "ran")
    const evil = `require("node:fs").writeFileSync(${JSON.stringify(mark)}, "")\nexport default { name: "x" }\n`
    await write({ "proofloop.config.js": evil })
    const from = dirname(REPOSITORY.root)
    const { code, stderr } = await call(["check", "--repo", REPOSITORY.root], { cwd: from })
    expect(code).toBe(2)
    expect(stderr).toContain("code of a repository that you do not stand in")
    await expect(import("node:fs/promises").then((fs) => fs.stat(mark))).rejects.toThrow("ENOENT")
  })

  test("tells what it throws", async () => {
    await write({ "proofloop.config.mjs": 'throw new Error("no such luck")\n' })
    const { code, stderr } = await check()
    expect(code).toBe(2)
    expect(stderr).toContain("proofloop.config.mjs: no such luck")
  })
})

describe("a change to the configuration under --suppressions before", () => {
  const loose = { critics: { G14: "off", G2: "off", G6: "off", G20: "off", G7: "off" } }

  test("does not count, and a committed one does", async () => {
    await write(BROKEN)
    await config(loose)
    expect((await check("--suppressions", "before")).code).toBe(1)
    await commit({ "proofloop.config.json": JSON.stringify(loose) }, "configure")
    await config({})
    expect((await check("--suppressions", "before")).code).toBe(0)
  })

  test("is refused where it is code", async () => {
    await write({ "proofloop.config.mjs": "export default {}\n" })
    const { code, stderr } = await check("--suppressions", "before")
    expect(code).toBe(2)
    expect(stderr).toContain("part of the change")
  })
})

describe("plugins", () => {
  test("add critics, presets, parsers and analysers", async () => {
    await write({
      "proofloop.config.json": JSON.stringify({ plugins: ["./rules/house.mjs"], preset: "house" }),
      "rules/house.mjs": `
export default {
  name: "house",
  critics: [{
    id: "no-todo",
    title: "No TODO",
    check: ({ files }) => files.filter(({ after }) => after?.includes("TODO"))
      .map(({ path }) => ({ path, line: 1, rule: "todo", message: "a TODO is left" })),
  }, {
    id: "careless",
    title: "Answers anything",
    check: () => [{ path: 7 }],
  }],
  presets: [{ name: "house", description: "Ours", extends: "evidence", options: { max_iterations: 7 } }],
}
`,
      "notes.txt": "TODO\n",
    })
    const { stdout } = await check()
    expect(stdout).toMatch(/notes\.txt\n {2}1 +no-todo todo\n +a TODO is left/)
    expect(stdout).toMatch(/could not look +careless: its answer is not a list of findings/)
    const off = { plugins: ["./rules/house.mjs"], critics: { "no-todo": "off", careless: "off" } }
    await config(off)
    expect((await check()).stdout).toMatch(/^clean/)
  })

  test.each([
    ["./no/such.mjs", "plugin ./no/such.mjs: there is no such file, seen from the configuration\n"],
    ["no-such-rules", "no package of this name is installed; npm install --save-dev no-such-rules\n"],
    ["no-such-rules/strict", "no package of this name is installed; npm install --save-dev no-such-rules\n"],
    ["@no/such-rules/strict", "npm install --save-dev @no/such-rules\n"],
    ["./title.mjs", 'critics[0]: has "titel"; it can have id, title, check'],
    ["./check.mjs", "critics[0]: expected { id, title, check }, where check is a function"],
    ["./id.mjs", 'critics[0]: expected an id of 1 to 64 letters, digits, ".", "_" and "-"'],
    ["./empty.mjs", "expected a default export { name, critics, parsers, presets, analysers }"],
    ["./typo.mjs", 'has "critcs"'],
  ])("are told where they are wrong: %s", async (name, told) => {
    await write({
      "proofloop.config.json": JSON.stringify({ plugins: [name] }),
      "empty.mjs": "export default 1\n",
      "typo.mjs": 'export default { name: "t", critcs: [] }\n',
      "title.mjs": 'export default { name: "t", critics: [{ id: "a", titel: "A", check: () => [] }] }\n',
      "check.mjs": 'export default { name: "t", critics: [{ id: "a", title: "A" }] }\n',
      "id.mjs": 'export default { name: "t", critics: [{ id: "a b", title: "A", check: () => [] }] }\n',
    })
    const { code, stderr } = await check()
    expect(code).toBe(2)
    expect(stderr).toContain(told)
  })
})

test("config show refuses an option that no loop has, and a preset that does not exist", async () => {
  const cwd = REPOSITORY.root
  await config({ loop: { stall_diagnostics: { threshhold: 3 } } })
  const loop = await call(["config", "show"], { cwd })
  expect(loop).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "threshold"?') })
  await config({ preset: "evidnce" })
  const preset = await call(["config", "show"], { cwd })
  expect(preset).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "evidence"?') })
})

test("config show says what is set and from where", async () => {
  await config({ preset: "repair", model: { name: "small" }, check: { max_warnings: 3 } })
  const here = await show()
  expect(here).toMatchObject({
    preset: { value: "repair", from: "proofloop.config.json" },
    "model.name": { value: "small", from: "proofloop.config.json" },
    "check.max_warnings": { value: 3, from: "proofloop.config.json" },
    "check.baseline": { value: null, from: "default" },
  })
  const { stdout } = await call(["config", "show"], {
    cwd: REPOSITORY.root,
    env: { PROOFLOOP_MODEL: "large" },
  })
  expect(stdout).toMatch(/model\.name +"large" +\$PROOFLOOP_MODEL/)
})

test("config show has no secret of the file or of the environment", async () => {
  const url = (password: string) => `https://ann:${password}@models.test/v1`
  await config({
    model: { base_url: url("canary1canary") },
    feedback: { store: url("canary2canary") },
    loop: { verify_completion: { command: "npm test", env: { SERVICE_TOKEN: "canary4canary" } } },
  })
  const given = { cwd: REPOSITORY.root, env: { PROOFLOOP_BASE_URL: url("canary3canary") } }
  for (const flags of [[], ["--json"]]) {
    const { stdout } = await call(["config", "show", ...flags], given)
    expect(stdout).toContain("models.test")
    expect(stdout).not.toContain("canary")
  }
})

test("a path in the configuration starts from its folder", async () => {
  await mkdir(join(REPOSITORY.root, "deep"), { recursive: true })
  await config({ check: { baseline: "accepted.json" } })
  await writeFile(join(REPOSITORY.root, "accepted.json"), "{")
  const { stderr } = await call(["check"], { cwd: join(REPOSITORY.root, "deep") })
  expect(stderr).toContain("accepted.json")
})

test("a value that a verb refuses is told by its key, and as a flag where the call gave it", async () => {
  await config({ check: { base: "no-such-branch" } })
  const told = await check()
  expect(told).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("proofloop.config.json: check.base: "),
  })
  expect(told.stderr).not.toContain("--base")
  expect((await check("--base", "no-such-tag")).stderr).toContain("proofloop: --base")
})

describe("a plugin by the name of its package", () => {
  const HOUSE = `{
  name: "house",
  presets: [{ name: "house", description: "Ours", extends: "evidence", options: { max_iterations: 7 } }],
  critics: [{ id: "no-todo", title: "No TODO", check: ({ files }) => files.filter(({ after }) => after?.includes("TODO"))
    .map(({ path }) => ({ path, line: 1, rule: "todo", message: "a TODO is left" })) }],
  analysers: [{ name: "owners", title: "Owners", weight: 1, checks: [], analyse: () => ({}) }],
}`
  const MANIFEST = { name: "@acme/rules", exports: { ".": { import: "./index.js" }, "./old": "./old.cjs" } }
  const installed = {
    "node_modules/@acme/rules/package.json": JSON.stringify({ ...MANIFEST, type: "module" }),
    "node_modules/@acme/rules/index.js": `export default ${HOUSE}\n`,
    "node_modules/@acme/rules/old.cjs": `module.exports = ${HOUSE}\n`,
    ".gitignore": "node_modules\n",
    "notes.txt": "TODO\n",
  }

  test.each(["@acme/rules", "@acme/rules/old"])("takes effect in every verb: %s", async (name) => {
    const cwd = REPOSITORY.root
    await write(installed)
    await config({ plugins: [name], preset: "house" })
    expect((await check("--only", "no-todo")).stdout).toContain("a TODO is left")
    expect((await call(["config", "presets", "list"], { cwd })).stdout).toMatch(/house +Ours/)
    const shown = await call(["config", "presets", "show", "house", "--explain"], { cwd })
    expect(shown.stdout).toMatch(/max_iterations +preset house +7/)
    const analysed = await call(["pipeline", "analyse"], { cwd })
    expect(analysed.stderr).toBe("")
    expect(analysed.stdout).toMatch(/unable +- +Owners\n +its answer is not a metric: name/)
  })

  test.each([
    ["presets: [{ name: 'x' }]", "presets[0]: expected { name, description, options }"],
    [
      "analysers: [{ name: 'x', analyse() {} }]",
      "analysers[0]: expected { name, title, weight, checks, analyse }",
    ],
  ])("is refused where a list holds something else: %s", async (list, told) => {
    await write({ "rules.mjs": `export default { name: "x", ${list} }\n` })
    await config({ plugins: ["./rules.mjs"] })
    const { code, stderr } = await check()
    expect(code).toBe(2)
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(told)
  })
})
