import { existsSync } from "node:fs"
import { appendFile, readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { EVIDENCE } from "./serve.fixture.ts"
import { repairedShop, untouchedShop } from "./shop.fixture.ts"
import { entries, pass, whole } from "./verdict.fixture.ts"

const PROMISED = ["--contract", "docs/prices.md"]

/** The caveats against briefs of what is recorded. */
async function withoutBrief(cwd: string): Promise<readonly string[]> {
  const { stdout } = await call(["verify", "consensus", "--json", ...PROMISED], { cwd })
  const { caveats } = JSON.parse(stdout) as { caveats: { kind: string; lenses: string[] }[] }
  return caveats.filter(({ kind }) => kind === "no_brief").flatMap(({ lenses }) => lenses)
}

// @requirement verifier.issue
test("verdicts recorded after a brief was issued carry its hash, on this change alone", async () => {
  const cwd = await repairedShop()
  await call([...pass("wiring"), ...PROMISED], { cwd })
  const { code, stdout, stderr } = await call(["verify", "brief", ...PROMISED, "--json"], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const { manifest, text } = JSON.parse(stdout) as { manifest: { brief_sha256: string }; text: string }
  expect(text).toContain("discount(price, percent) is the price less that part of it.")
  expect(text).toContain("+  return price - (price * percent) / 100")
  expect(text).not.toContain("submit_verdict")
  await call([...pass("concurrency-security"), ...PROMISED], { cwd })
  await call([...pass("contract-conformance", "--model-name", "m"), ...PROMISED], { cwd })
  const { brief_sha256 } = manifest
  expect(await entries(cwd)).toMatchObject([{ brief_sha256: null }, { brief_sha256 }, { brief_sha256 }])
  expect(await withoutBrief(cwd)).toEqual(["wiring"])
  const required = await call(["verify", "consensus", ...PROMISED, "--require", "brief"], { cwd })
  expect(required).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("brief is required, and wiring"),
  })

  await appendFile(join(cwd, "src/price.mjs"), "// edited\n")
  await call([...pass("wiring"), ...PROMISED], { cwd })
  expect(await withoutBrief(cwd)).toEqual(["wiring"])
})

test("a brief that was never issued is none: of a model, and as JSON names it", async () => {
  const cwd = await repairedShop()
  const input = JSON.stringify([whole("wiring", { brief_sha256: "b".repeat(64) })])
  expect((await call(["verify", "verdict", "--file", "-", ...PROMISED], { cwd, input })).code).toBe(0)
  await call([...pass("concurrency-security", "--model-name", "m"), ...PROMISED], { cwd })
  expect(await entries(cwd)).toMatchObject([{ caveats: ["no_brief"] }, { caveats: ["no_brief"] }])
  expect(await withoutBrief(cwd)).toEqual(["wiring", "concurrency-security"])
})

test("--lens asks as a model is asked, and what is issued is not part of the change", async () => {
  const cwd = await repairedShop()
  const { code, stdout } = await call(["verify", "brief", "--lens", "wiring", ...PROMISED], { cwd })
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("submit_verdict") })
  expect(stdout).toContain("discount(price, percent) is the price less that part of it.")
  expect(stdout).not.toContain(EVIDENCE)
  expect(await readFile(join(cwd, ".proofloop/.gitignore"), "utf8")).toBe("*\n")
  const again = await call(["verify", "brief", "--lens", "wiring", ...PROMISED], { cwd })
  expect(again.stdout).toBe(stdout)
})

test.each([
  [["--lens", "wirng", ...PROMISED], 'Did you mean "wiring"?'],
  [["--contract", "x/**"], "--contract: expected a glob"],
  [["--prompt-dir", "x"], "--prompt-dir goes with --lens"],
])("brief %j is misuse: %s", async (args, said) => {
  const cwd = await untouchedShop()
  const { code, stdout, stderr } = await call(["verify", "brief", ...args], { cwd })
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
  expect(existsSync(join(cwd, ".proofloop"))).toBe(false)
})
