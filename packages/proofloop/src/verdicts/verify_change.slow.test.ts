import { existsSync } from "node:fs"
import { appendFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { EVIDENCE, lensOf, serve, serveUntilStopped, submit } from "./serve.fixture.ts"
import { repairedShop } from "./shop.fixture.ts"
import { CONTRACT, ASKED, recorded } from "./verify_change.fixture.ts"

test("a verifier without a verdict leaves its lens out: exit 3, and stderr says why", async () => {
  const cwd = await repairedShop()
  const { env, server } = await serve((text) =>
    lensOf(text) === "wiring" ? { text: "Looks \u001b[2Jfine." } : submit("pass"),
  )
  const { code, stdout, stderr } = await call([...ASKED, "--json"], { cwd, env })
  expect({ code, outcome: (JSON.parse(stdout) as { outcome: string }).outcome }).toEqual({
    code: 3,
    outcome: "ESCALATE",
  })
  expect(stderr).toMatch(/^proofloop: no verdict through wiring: .+\n$/)
  const before = server.requests.length
  expect(await recorded(cwd)).toBe(2)
  expect((await call(ASKED, { cwd, env })).code).toBe(3)
  // Only the lens that is missing is asked again.
  expect(server.requests.slice(before).every(({ body }) => lensOf(JSON.stringify(body)) === "wiring")).toBe(
    true,
  )
})

test("a model that cannot be reached, and none at all", async () => {
  const cwd = await repairedShop()
  const { env, server } = await serve(() => ({ throws: { kind: "authentication", message: "no key" } }))
  const refused = await call(ASKED, { cwd, env })
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("no verdict through wiring: ") })
  expect(server.requests.length).toBeGreaterThan(0)
  const none = await call(ASKED, { cwd })
  expect(none).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("no model is configured"),
  })
})

async function pass(cwd: string, ...more: readonly string[]): Promise<void> {
  const verdicts = ["wiring", "concurrency-security", "contract-conformance"].map((lens) => ({
    lens,
    verdict: "pass",
    evidence: EVIDENCE,
  }))
  await call(["verify", "verdict", "--file", "-", ...more], { cwd, input: JSON.stringify(verdicts) })
}

test("a change that edits its contract is at best ESCALATE", async () => {
  const cwd = await repairedShop()
  await appendFile(join(cwd, "docs/prices.md"), "Or more.\n")
  await pass(cwd, ...CONTRACT)
  const { code, stdout } = await call(["verify", ...CONTRACT, "--json"], { cwd })
  expect(code).toBe(3)
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: "ESCALATE",
    reason: expect.stringContaining("docs/prices.md"),
    consensus: { outcome: "PASS" },
    changed_contract: ["docs/prices.md"],
  })
})

test("what --verify says only makes it stricter", async () => {
  const cwd = await repairedShop()
  await pass(cwd)
  const red = await call(["verify", "--verify", "echo 'price \u001b[2Jis wrong'; false"], { cwd })
  expect(red).toMatchObject({ code: 1, stdout: expect.stringMatching(/^HARD-STOP .*fails/) })
  expect(red.stderr).toContain("price is wrong")
  const nothing = await call(["verify", "--verify", "no-such-command", "--json"], { cwd })
  expect(nothing.code).toBe(3)
  expect(JSON.parse(nothing.stdout)).toMatchObject({
    outcome: "ESCALATE",
    reason: expect.stringContaining("proves nothing"),
    consensus: { outcome: "PASS" },
    tests: { outcome: "ESCALATE" },
  })
  await appendFile(join(cwd, "src/price.mjs"), "// edited\n")
  expect((await call(["verify", "--verify", "true"], { cwd })).code).toBe(3)
})

test("a request to stop ends it with 130 and decides nothing", async () => {
  const cwd = await repairedShop()
  const { env, onStop } = await serveUntilStopped()
  const { code, stdout, stderr } = await call(ASKED, { cwd, env, onStop })
  expect({ code, stdout }).toEqual({ code: 130, stdout: "" })
  expect(stderr).toContain("Stopped: nothing was decided.")
  expect(existsSync(join(cwd, ".proofloop/verdicts/default.jsonl"))).toBe(false)
  const tests = await call(["verify", "--verify", "sleep 60"], {
    cwd,
    onStop: (stopping) => {
      setTimeout(stopping, 300)
      return () => undefined
    },
  })
  expect(tests).toMatchObject({ code: 130, stdout: "" })
})
