import { expect, test } from "vitest"
import { copyForEachTest, REPOSITORY } from "../check/check.fixture.ts"
import { call } from "../console/io.fixture.ts"

copyForEachTest()

const run = async (env: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const { stdout } = await call(["doctor", "--json", ...args], { cwd: REPOSITORY.root, env })
  const { parts } = JSON.parse(stdout) as { parts: { part: string; state: string; words: string }[] }
  return parts.find(({ part }) => part === "run")
}

test("no model is optional, half of one is missing, and one that cannot be asked is wrong", async () => {
  const PROOFLOOP_MODEL = "m"
  expect(await run({})).toMatchObject({ state: "optional" })
  expect(await run({ PROOFLOOP_MODEL })).toMatchObject({ state: "missing" })
  expect(await run({}, "--base-url", "http://127.0.0.1:9/v1")).toMatchObject({ state: "missing" })
  expect(await run({ PROOFLOOP_MODEL, PROOFLOOP_BASE_URL: "foo" })).toMatchObject({
    state: "wrong",
    words: expect.stringContaining('got "foo"'),
  })
  const ours = ["--base-url", "http://127.0.0.1:9/v1"]
  expect(await run({ PROOFLOOP_MODEL }, ...ours, "--api-key-env", "NOT_SET")).toMatchObject({
    state: "wrong",
  })
  expect(await run({ PROOFLOOP_MODEL }, ...ours)).toMatchObject({ state: "ok" })
})

test("a URL that is none is misuse", async () => {
  const { code, stdout, stderr } = await call(["doctor", "--base-url", "foo"], { cwd: REPOSITORY.root })
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(
    '--base-url: expected an http or https URL such as http://127.0.0.1:11434/v1, got "foo"',
  )
})
