import { existsSync } from "node:fs"
import { appendFile, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { emptyFolder, repairedShop, shop, untouchedShop } from "./shop.fixture.ts"
import { ledgerOf, entries, pass, whole } from "./verdict.fixture.ts"

test("--json tells what was recorded, where and about what", async () => {
  const cwd = await repairedShop()
  const more = [
    "t-1",
    "--json",
    "--by",
    "ada",
    "--session",
    "s",
    "--refutation",
    "called it",
    "--contract",
    "docs/*.md",
  ]
  const { code, stdout, stderr } = await call(pass("Wiring ", ...more), { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const told = JSON.parse(stdout) as { subject: Readonly<Record<string, string>> }
  expect(told).toMatchObject({ recorded: 1, task: "t-1", path: ledgerOf(cwd, "t-1") })
  expect(told.subject["diff_sha256"]).toMatch(/^[0-9a-f]{64}$/)
  const [, line = ""] = (await readFile(ledgerOf(cwd, "t-1"), "utf8")).split("\n")
  expect(JSON.parse(line)).toMatchObject({
    verdict: {
      lens: "wiring",
      refutation: "called it",
      verifier: { id: "ada", session_id: "s" },
      subject: told.subject,
    },
  })
})

test("--model-name binds the verdict to the brief", async () => {
  const cwd = await repairedShop()
  expect((await call(pass("wiring", "--model-name", "m"), { cwd })).code).toBe(0)
  expect(await entries(cwd)).toMatchObject([
    { verifier: { model_name: "m" }, brief_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
})

test.each([
  [[whole("wiring"), whole("wirng")], "(verdict 2): lens: expected one of wiring"],
  [[whole("wiring"), null], "(verdict 2): "],
  [[whole("wiring"), [whole("wiring")]], "(verdict 2): "],
  [whole("wiring", { security: "yes" }), "security: "],
  [
    whole("wiring", { verifier: { id: "m", session_id: "s", model_name: "m" } }),
    "brief_sha256: expected the hash",
  ],
])("a batch with a verdict that is none is refused whole: %j", async (given, said) => {
  const cwd = await untouchedShop()
  const { code, stdout, stderr } = await call(["verify", "verdict", "--file", "-"], {
    cwd,
    input: JSON.stringify(given),
  })
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(`verdict_invalid ${said.startsWith("(") ? "" : "(verdict 1): "}${said}`)
  expect(existsSync(join(cwd, ".proofloop"))).toBe(false)
})

test("an empty list records nothing and makes nothing", async () => {
  const cwd = await untouchedShop()
  const { code, stdout } = await call(["verify", "verdict", "--file", "-", "--json"], { cwd, input: "[]" })
  expect({ code, recorded: (JSON.parse(stdout) as { recorded: number }).recorded }).toEqual({
    code: 0,
    recorded: 0,
  })
  expect(existsSync(join(cwd, ".proofloop"))).toBe(false)
})

test("input that is not JSON cannot steer the terminal", async () => {
  const { code, stderr } = await call(["verify", "verdict", "--file", "-"], {
    cwd: await untouchedShop(),
    input: "\u001b[2J\u001b]0;x\u0007no",
  })
  expect(code).toBe(2)
  expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
})

test("what a crash left unfinished is removed, and told", async () => {
  const cwd = await repairedShop()
  await call(pass("wiring"), { cwd })
  await appendFile(ledgerOf(cwd), '{"seq":2,"ver')
  expect((await call(["verify", "consensus"], { cwd })).code).toBe(1)
  const { code, stderr } = await call(pass("wiring"), { cwd })
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("left unfinished") })
  expect(await entries(cwd)).toHaveLength(2)
})

test("a ledger that cannot be written is trouble of the machine: exit 3", async () => {
  const cwd = await repairedShop()
  await writeFile(join(cwd, ".proofloop"), "a file where the folder should be")
  const { code, stdout, stderr } = await call(pass("wiring"), { cwd })
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" })
  expect(stderr).toMatch(/^proofloop: .*\.proofloop: a file is there, and a folder is needed\n$/)
})

test("without a change, without contract and tests, and outside a repository it says what to give", async () => {
  const unchanged = await call(pass("wiring"), { cwd: await shop() })
  expect(unchanged).toMatchObject({ code: 2, stderr: expect.stringContaining("the diff is empty") })
  expect(unchanged.stderr).toContain("--base REF")
  const cwd = await shop()
  await writeFile(join(cwd, "README.md"), "# Shop\n")
  const untold = await call(pass("wiring"), { cwd })
  expect(untold).toMatchObject({ code: 2, stderr: expect.stringContaining('--contract "docs/**"') })
  const outside = await call(pass("wiring"), { cwd: await emptyFolder() })
  expect(outside).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--repo: expected a folder of a git"),
  })
})
