import { existsSync } from "node:fs"
import { readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { EVIDENCE } from "./serve.fixture.ts"
import { emptyFolder, repairedShop, untouchedShop } from "./shop.fixture.ts"
import { ledgerOf, entries, pass, whole } from "./verdict.fixture.ts"

const LENSES = ["wiring", "concurrency-security", "contract-conformance"]

test("three calls are three entries, in a folder that git ignores", async () => {
  const cwd = await repairedShop()
  for (const lens of LENSES) {
    const { code, stdout, stderr } = await call(pass(lens), { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toBe(`1 verdict recorded in ${ledgerOf(cwd)}\n`)
  }
  expect(await entries(cwd)).toMatchObject(
    LENSES.map((lens) => ({
      lens,
      verdict: "pass",
      evidence: EVIDENCE,
      brief_sha256: null,
      verifier: { model_name: null },
    })),
  )
  expect(await readFile(join(cwd, ".proofloop/.gitignore"), "utf8")).toBe("*\n")
  expect((await stat(ledgerOf(cwd))).mode & 0o777).toBe(0o600)
})

test.each([
  [["--lens", "wiring", "--verdict", "pass"], "verdict_incomplete: --evidence missing"],
  [[], "verdict_incomplete: --lens, --verdict, --evidence missing"],
  [
    ["--lens", "wiring", "--verdict", "lgtm", "--evidence", EVIDENCE],
    "--verdict: expected one of pass, fail, risk",
  ],
  [["--lens", "wirng", "--verdict", "fail", "--evidence", EVIDENCE], 'Did you mean "wiring"?'],
  [["--lens", "wiring", "--verdict", "fail", "--evidence", " "], "(verdict 1): evidence: "],
  [
    ["--lens", "wiring", "--verdict", "pass", "--security", "--evidence", EVIDENCE],
    "security: a security finding never passes",
  ],
  [["--file", "nowhere.json"], "verdict_input_invalid: --file nowhere.json cannot be read"],
  [["--file", "package.json", "--lens", "wiring"], "--lens does not go with --file"],
  [["--file", "package.json", "--security"], "--security does not go with --file"],
  [["--file", "docs/prices.md"], "verdict_input_invalid: --file docs/prices.md is not JSON"],
  [["../t", "--lens", "wiring", "--verdict", "fail", "--evidence", EVIDENCE], "TASK: expected letters"],
  [
    ["--repo", "nowhere", "--lens", "wiring", "--verdict", "fail", "--evidence", EVIDENCE],
    "--repo: there is no folder",
  ],
  [["--base", "nope", "--lens", "wiring", "--verdict", "fail", "--evidence", EVIDENCE], "--base REF"],
  [
    ["--contract", "x/**", "--lens", "wiring", "--verdict", "fail", "--evidence", EVIDENCE],
    "--contract: expected a glob",
  ],
  [["--lens", "wiring", "--lense", "x"], 'Did you mean "--lens"?'],
])("verdict %j is misuse: %s", async (args, said) => {
  const cwd = await untouchedShop()
  const { code, stdout, stderr } = await call(["verify", "verdict", ...args], { cwd })
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
  expect(existsSync(join(cwd, ".proofloop"))).toBe(false)
})

test("--file takes one verdict or a list, and - is standard input", async () => {
  const cwd = await repairedShop()
  const file = join(await emptyFolder(), "one.json")
  await writeFile(file, JSON.stringify(whole("wiring")))
  expect((await call(["verify", "verdict", "--file", file], { cwd })).stdout).toContain("1 verdict recorded")
  const input = JSON.stringify([whole("concurrency-security"), whole("contract-conformance")])
  const { code, stdout } = await call(["verify", "verdict", "--file", "-", "--by", "ada"], { cwd, input })
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("2 verdicts recorded") })
  const recorded = (await entries(cwd)) as { verifier: { id: string; session_id: string } }[]
  expect(recorded.map(({ verifier }) => verifier.id).slice(1)).toEqual(["ada", "ada"])
  expect(new Set(recorded.map(({ verifier }) => verifier.session_id)).size).toBe(3)
  expect((await call(["verify", "consensus"], { cwd })).code).toBe(0)
})

test("a damaged ledger takes nothing: exit 1, told on both streams", async () => {
  const cwd = await repairedShop()
  await call(pass("wiring"), { cwd })
  const damaged = (await readFile(ledgerOf(cwd), "utf8")).replace("takes the discount", "took the discount")
  await writeFile(ledgerOf(cwd), damaged)
  const { code, stdout, stderr } = await call(pass("wiring", "--json"), { cwd })
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "verdict_ledger_invalid" } })
  expect(stderr).toContain("line 2")
  expect(await readFile(ledgerOf(cwd), "utf8")).toBe(damaged)
})
