import { appendFile, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { serve, submit } from "./serve.fixture.ts"
import { repairedShop } from "./shop.fixture.ts"
import { ASKED, recorded } from "./verify_change.fixture.ts"

test("verifiers that find nothing let a change pass, and are asked once", async () => {
  const cwd = await repairedShop()
  const { server, env } = await serve(() => submit("pass"))
  const args = [...ASKED, "--verify", "node --test", "--builder-model", "reviewer-1"]
  const first = await call([...args, "--json"], { cwd, env })
  expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: "" })
  expect(JSON.parse(first.stdout)).toMatchObject({
    task: "default",
    outcome: "PASS",
    code: null,
    consensus: {
      outcome: "PASS",
      counted: [{ verifier: { model_name: "reviewer-1" } }, {}, {}],
      caveats: expect.arrayContaining([
        {
          kind: "same_model",
          lenses: expect.arrayContaining(["wiring"]),
          says: expect.stringContaining("by the builder's own model"),
        },
      ]),
    },
    tests: { outcome: "PASS", reason: "node --test passes" },
    changed_contract: [],
    manifest: { head_commit: null },
  })
  expect(server.requests).toHaveLength(3)
  expect(await readFile(join(cwd, ".proofloop/.gitignore"), "utf8")).toBe("*\n")

  const again = await call(ASKED, { cwd, env })
  expect(again).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^PASS {2}/) })
  expect(again.stdout).toMatch(/caveat same_model: [^]*by\s+the\s+builder's\s+own\s+model/)
  expect(await call([...ASKED, "--require", "distinct_models"], { cwd, env })).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/^ESCALATE {2}distinct_models is required, and /),
  })
  expect(server.requests).toHaveLength(3)

  await appendFile(join(cwd, "src/price.mjs"), "// edited\n")
  expect((await call(ASKED, { cwd, env })).code).toBe(0)
  expect(server.requests).toHaveLength(6)
  expect(await recorded(cwd)).toBe(6)
})

test.each([
  [["--verify", " "], "--verify needs a command"],
  [["--verify", "true", "--head", "HEAD"], "leave one of them out"],
  [["--builder-model", ""], "--builder-model: expected a name"],
  [["--contrct", "x"], 'Did you mean "--contract"?'],
  [["--require", "brief,distinct-models"], 'Did you mean "distinct_models"?'],
  [
    ["--run-verifiers", "--api-key-env", "MISSING", "--model", "m", "--base-url", "http://127.0.0.1:1/v1"],
    "MISSING is not set",
  ],
  [["--run-verifiers", "--model", "m", "--base-url", "localhost"], "an http or https URL"],
  [
    ["--run-verifiers", "--model", "m", "--base-url", "http://127.0.0.1:1/v1", "--prompt-dir", "nowhere"],
    "--prompt-dir: ",
  ],
])("gate %j is misuse: %s", async (args, said) => {
  const { code, stdout, stderr } = await call(["verify", ...args], { cwd: await repairedShop() })
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
})

test("a ledger in the judged tree is refused before a model is asked", async () => {
  const cwd = await repairedShop()
  const { env, server } = await serve(() => submit("pass"))
  await writeFile(join(cwd, "notes.txt"), "x\n")
  const { code, stderr } = await call([...ASKED, "--ledger", "ledger.jsonl"], { cwd, env })
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--ledger: expected a file outside"),
  })
  expect(server.requests).toEqual([])
})
