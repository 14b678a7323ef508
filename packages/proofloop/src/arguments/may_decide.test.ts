import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { copyForEachTest, REPOSITORY, write } from "../check/check.fixture.ts"
import { call } from "../console/io.fixture.ts"

copyForEachTest()

const KEY = { OPENAI_API_KEY: "sk-of-a-person" }

const config = async (value: unknown): Promise<void> =>
  write({ "proofloop.config.json": JSON.stringify(value) })

const doctor = async (env: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const { stdout } = await call(["doctor", ...args], { cwd: REPOSITORY.root, env: { ...KEY, ...env } })
  return stdout.replaceAll(/\s+/g, " ")
}

describe("a machine that only a configuration names", () => {
  test.each([
    "https://models.test/v1",
    "http://127.0.0.1.models.test/v1",
    "https://user@models.test:8443/v1",
    "https:/models.test/v1",
    "https:models.test/v1",
    "https:\\\\models.test/v1",
    " https://models.test/v1",
  ])("gets no key and is not asked: %j", async (base_url) => {
    await config({ model: { name: "m", base_url } })
    const told = await doctor({})
    expect(told).toContain("which a repository may not choose")
    expect(told).toContain(`names ${new URL(base_url).host}`)
    const run = await call(["run", "task", "--verify", "true"], { cwd: REPOSITORY.root, env: KEY })
    expect(run).toMatchObject({ code: 2, stdout: "" })
    expect(run.stderr).toContain(`set PROOFLOOP_TRUSTED_HOSTS=${new URL(base_url).host}, say --base-url`)
  })

  test("is asked when a person trusts it, says it, or names the file", async () => {
    const base_url = "https://Models.test:8443/v1"
    await config({ model: { name: "m", base_url } })
    const asked = `m at ${base_url}`
    expect(await doctor({ PROOFLOOP_TRUSTED_HOSTS: "other.test, models.test" })).toContain(asked)
    expect(await doctor({ PROOFLOOP_TRUSTED_HOSTS: "models.test:8443" })).toContain(asked)
    expect(await doctor({ PROOFLOOP_TRUSTED_HOSTS: "odels.test" })).not.toContain(asked)
    expect(await doctor({}, "--config", "proofloop.config.json")).toContain(asked)
    expect(await doctor({ PROOFLOOP_BASE_URL: "http://b.test/v1" })).toContain("m at http://b.test/v1")
  })

  test.each([
    "http://127.0.0.1:11434/v1",
    "http://localhost:1/v1",
    "http://[::1]:1/v1",
    "https://api.openai.com/v1",
  ])("is no other one, or the key's own: %s", async (base_url) => {
    await config({ model: { name: "m", base_url } })
    expect(await doctor({})).toContain(`m at ${base_url}`)
  })

  test.each([
    "postgres://u@db.test/runs",
    "postgresql://localhost/runs?host=db.test",
    "postgres://localhost/runs?host=localhost,db.test",
    "postgres://u@/runs?host=db.test",
  ])("keeps no store: %s", async (store) => {
    await config({ pipeline: { store } })
    const { code, stderr } = await call(["pipeline", "status"], { cwd: REPOSITORY.root })
    expect(code).toBe(2)
    expect(stderr).toContain("pipeline.store: proofloop.config.json names")
  })

  test("is no forge", async () => {
    await config({ pipeline: { github_url: "https://forge.test/api/v3" } })
    const { code, stderr } = await call(
      ["pipeline", "run", "github:acme/shop", "--model", "m", "--base-url", "http://127.0.0.1:1/v1"],
      { cwd: REPOSITORY.root, env: { GITHUB_TOKEN: "ghp_of_a_person" } },
    )
    expect(code).toBe(2)
    expect(stderr).toContain("pipeline.github_url: proofloop.config.json names forge.test")
  })
})

describe("the configuration of a repository the caller does not stand in", () => {
  const elsewhere = (args: readonly string[]) =>
    call([...args, "--repo", REPOSITORY.root], {
      cwd: join(REPOSITORY.root, ".."),
      env: { CLOUD_SECRET: "of a person" },
    })

  test("chooses no secret of theirs", async () => {
    await config({ model: { name: "m", base_url: "http://127.0.0.1:1/v1", api_key_env: "CLOUD_SECRET" } })
    const { code, stderr } = await elsewhere(["verify", "--run-verifiers"])
    expect(code).toBe(2)
    expect(stderr).toContain("model.api_key_env: a repository that you do not stand in may not decide this")
  })

  test("runs no command", async () => {
    await config({ verify: "touch ran" })
    const { code, stderr } = await elsewhere(["verify"])
    expect(code).toBe(2)
    expect(stderr).toContain("say --verify, or name proofloop.config.json with --config")
  })
})
