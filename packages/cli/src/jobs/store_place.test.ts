import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { openRunStore } from "@proofloop/pipeline"
import { expect, test } from "vitest"
import { onPostgres } from "../../../jobs/src/store/stores.fixture.ts"
import { call } from "../console/io.fixture.ts"
import { emptyFolder } from "../verdicts/shop.fixture.ts"

onPostgres((make) => {
  test("--store takes the URL of a server, and what is printed finds it again without the password", async () => {
    const { path } = await make()
    const url = path.replace("proofloop@", "proofloop:sesame@")
    const cwd = await emptyFolder()
    const feedback = async (...args: readonly string[]) =>
      call(["feedback", ...args, "--store", url], { cwd })
    const added = await feedback("add", "It is wrong", "--severity", "med", "--id", "fb-1", "--json")
    expect(added.stderr).toBe("")
    const { store } = JSON.parse(added.stdout) as { store: string }
    expect(store).toMatch(/^postgres:\/\/proofloop@localhost\/postgres\?host=/)
    expect((await feedback("list")).stdout).toMatch(/fb-1 +pending +med +It is wrong/)
    const other = await call(["feedback", "show", "fb-1", "--store", store], { cwd })
    expect(other.stdout).toContain("It is wrong")
  })

  test("a configuration names the store of runs, and the commands that are told name it too", async () => {
    const { path } = await make()
    const [cwd, state] = [await emptyFolder(), await emptyFolder()]
    const store = await openRunStore(path)
    await store.add({ id: "run-1", url: "https://github.com/acme/shop" })
    await store.close()
    await writeFile(join(cwd, "proofloop.config.json"), JSON.stringify({ pipeline: { store: path } }))
    const { stdout, stderr } = await call(["pipeline", "status", "run-1", "--state", state], { cwd })
    expect(stderr).toBe("")
    expect(stdout).toContain(`--state '${state}' --store '${store.path}'`)
  })
})

test("a configuration is shown without the password of a store", async () => {
  const cwd = await emptyFolder()
  const store = "postgres://ann:sesame@127.0.0.1:9/shop"
  await writeFile(join(cwd, "proofloop.config.json"), JSON.stringify({ feedback: { store } }))
  for (const more of [[], ["--json"]]) {
    const { stdout } = await call(["config", "show", ...more], { cwd })
    expect(stdout).toContain("postgres://ann:[redacted]@127.0.0.1:9/shop")
  }
  const { stderr } = await call(["feedback", "list"], { cwd })
  expect(stderr).toContain("postgres://ann@127.0.0.1:9/shop: the server cannot be reached")
})

test.each([
  [
    "postgres://ann:sesame@127.0.0.1:9/shop",
    3,
    "proofloop: postgres://ann@127.0.0.1:9/shop: the server cannot be reached: connect ECONNREFUSED 127.0.0.1:9\n",
  ],
  ["postgres://ann:ses#ame@h/shop", 2, "proofloop: --store: expected postgres://USER:PASSWORD@HOST/DATABASE"],
  ["postgres://ann:sesame@h/shop?shcema=a", 2, 'Did you mean "schema"?'],
  ["", 2, "proofloop: --store needs a file, or postgres://USER@HOST/DATABASE"],
])("%s says what is wrong, and no password", async (store, code, message) => {
  const result = await call(["feedback", "list", "--store", store], { cwd: await emptyFolder() })
  expect(result.code).toBe(code)
  expect(result.stderr).toContain(message)
  expect(result.stderr + result.stdout).not.toContain("ame@")
})
