import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { shop } from "../verdicts/shop.fixture.ts"
import { serveRepair } from "./answers.fixture.ts"
import { add, processed } from "./feedback.fixture.ts"

test("a plan that is rejected is the end of it", async () => {
  const cwd = await shop()
  await add(cwd)
  const { env } = await serveRepair({ triage: { fix_class: "state-machine" } })
  expect(await processed(cwd, "process", [], env)).toMatchObject({ code: 3 })
  const rejected = await call(["feedback", "reject", "fb-1", "--reason", "Not ours"], { cwd })
  expect(rejected).toMatchObject({ code: 0, stdout: expect.stringContaining("fb-1: rejected") })
  expect(await processed(cwd, "process", [], env)).toMatchObject({ code: 0, processed: [{ to: "closed" }] })
  expect((await call(["feedback", "show", "fb-1"], { cwd })).stdout).toContain("Not ours")
})

test("what nobody waits for is given up with a reason, and an unknown id is misuse", async () => {
  const cwd = await shop()
  await add(cwd)
  const reject = ["feedback", "reject", "fb-1", "--reason", "it is meant to be so"]
  expect(await call(reject, { cwd })).toMatchObject({ code: 0, stdout: "fb-1: rejected\n" })
  expect((await call(["feedback", "show", "fb-1"], { cwd })).stdout).toContain("it is meant to be so")
  expect((await call(reject, { cwd })).code).toBe(2)
  for (const action of [["reject", "--reason", "no"], ["revert"]]) {
    const [name = "", ...more] = action
    const { code, stderr } = await call(["feedback", name, "fb-2", ...more], { cwd })
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean "fb-1"?'),
    })
  }
})

test("a server that cannot be reached is no fault of the row: exit 3, without the key", async () => {
  const cwd = await shop()
  await add(cwd)
  const { env, server } = await serveRepair()
  await server.close()
  const key = "sk-secret-1234567890"
  const { code, stdout, stderr } = await call(["feedback", "process", "--unsafe-host-runner"], {
    cwd,
    env: { ...env, OPENAI_API_KEY: key },
  })
  expect({ code, stdout }).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/^ {2}fb-1 {2}pending {2}untried until /),
  })
  expect(`${stdout}${stderr}`).not.toContain(key)
})

test("a time for a test, one for git and the limits of a room are whole numbers", async () => {
  const cwd = await shop()
  await add(cwd)
  const model = ["--model", "m", "--base-url", "http://127.0.0.1:9/v1"]
  for (const action of [["process", ...model], ["verify"]]) {
    for (const name of ["--test-timeout", "--git-timeout", "--max-memory", "--max-processes", "--max-disk"]) {
      const refused = await call(["feedback", ...action, name, "soon"], { cwd })
      expect(refused.code).toBe(2)
      expect(refused.stderr).toContain(`${name}: expected a whole number`)
    }
  }
})
