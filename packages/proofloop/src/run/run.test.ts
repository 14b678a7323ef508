import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { sandboxMissing } from "@proofloop/foundation/sandbox"
import { expect, test } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { setEnvironment } from "../../../foundation/src/process/environment.fixture.ts"
import { call } from "../console/io.fixture.ts"
import { runCli } from "../console/process.fixture.ts"
import { serve, shell, shop, args, repair } from "./run.fixture.ts"

test("a model that only claims success ends unverified: exit 1, and it is said what fails", async () => {
  const root = await shop("claimed")
  const server = await serve([{ text: "All fixed." }])
  const more = ["--quiet", "--verify", "node --test", "--max-iterations", "4"]
  const { code, stdout, stderr } = await call(args(root, server, ...more))
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" })
  expect(stdout).toMatch(/verified +false/)
  expect(stdout).toMatch(/current_failure +node --test/)
  expect(stdout).toContain("an order of exactly 100.00 is delivered free")
  expect(stdout).not.toContain("says")
})

test("a journal names no variable that is sent as the key: a person says it again", async () => {
  const root = await shop("foreign variable")
  const journal = join(await folderWith(), "run.journal.jsonl")
  const model = [
    "--model",
    "m",
    "--base-url",
    "http://127.0.0.1:9/v1",
    "--api-key-env",
    "AWS_SECRET_ACCESS_KEY",
  ]
  const given = ["--set", "transport_retry.max_attempts=1", "--journal", journal]
  const env = { AWS_SECRET_ACCESS_KEY: "sk-secret", OPENAI_API_KEY: "k" }
  const run = await call(["run", "--repo", root, "--task", "t", ...model, ...given], { env })
  expect(run.stdout).toMatch(/npx proofloop resume .+ --api-key-env AWS_SECRET_ACCESS_KEY\n/)
  for (const more of [[], ["--base-url", "http://127.0.0.1:9/v2"]]) {
    const refused = await call(["resume", journal, ...more], { env })
    expect(refused).toMatchObject({ code: 2, stdout: "" })
    expect(refused.stderr.replaceAll(/\s+/g, " ")).toContain(
      "names the variable AWS_SECRET_ACCESS_KEY, whose content would be sent to 127.0.0.1:9 as the key, and a file may not choose it; if it is the key for that machine, say --api-key-env AWS_SECRET_ACCESS_KEY",
    )
  }
  for (const name of ["AWS_SECRET_ACCESS_KEY", "OPENAI_API_KEY"])
    expect((await call(["resume", journal, "--api-key-env", name], { env })).code).not.toBe(2)
})

test("an escape sequence in a journal reaches no terminal", async () => {
  const root = await shop("hostile variable")
  const journal = join(await folderWith(), "run.journal.jsonl")
  const model = ["--model", "m", "--base-url", "http://127.0.0.1:9/v1", "--api-key-env", "THE_KEY"]
  const given = ["--set", "transport_retry.max_attempts=1", "--journal", journal]
  const env = { THE_KEY: "k" }
  await call(["run", "--repo", root, "--task", "t", ...model, ...given], { env })
  const kept = await readFile(journal, "utf8")
  await writeFile(journal, kept.replaceAll("THE_KEY", String.raw`A\u001b[2J\nB`))
  const { code, stderr } = await call(["resume", journal], { env })
  expect(code).toBe(2)
  expect(stderr.replaceAll(/\s+/g, " ")).toContain("say --api-key-env 'A B'")
  expect(stderr).not.toContain("\u001b")
})

test("a wrong address is named by its source, without the secret in it", async () => {
  const root = await shop("wrong address")
  const given = ["run", "--repo", root, "--task", "t", "--model", "m"]
  const env = { PROOFLOOP_BASE_URL: "ftp://ann:hunter2@models.test/v1" }
  const { code, stderr } = await call(given, { env })
  expect(code).toBe(2)
  expect(stderr).toMatch(/^proofloop: PROOFLOOP_BASE_URL: expected an http or https URL .+ got "ftp:/)
  expect(stderr).not.toContain("hunter2")
})

test("a journal names no machine that gets a key: a person says it again, or trusts it", async () => {
  const root = await shop("foreign journal")
  const server = await serve([])
  // The same server by a name that is not one of loopback.
  const base_url = server.url.replace("127.0.0.1", "[::ffff:127.0.0.1]")
  const journal = join(await folderWith(), "run.journal.jsonl")
  const env = { OPENAI_API_KEY: "sk-secret-1234567890" }
  const given = ["--set", "transport_retry.max_attempts=1", "--journal", journal]
  const run = await call(args(root, { ...server, url: base_url }, ...given), { env })
  expect(run.stdout).toMatch(/npx proofloop resume .+ --base-url .+ffff/)
  const asked = server.requests.length
  const refused = await call(["resume", journal], { env })
  expect(refused).toMatchObject({ code: 2, stdout: "" })
  expect(refused.stderr).toContain(
    "which a file may not choose; if you trust it, set PROOFLOOP_TRUSTED_HOSTS=",
  )
  expect(server.requests.length).toBe(asked)
  const { host } = new URL(base_url)
  const allowed = [{ PROOFLOOP_TRUSTED_HOSTS: host }, { PROOFLOOP_BASE_URL: base_url }]
  for (const more of allowed)
    expect((await call(["resume", journal], { env: { ...env, ...more } })).code).not.toBe(2)
})

test("a server that cannot be reached is not a verdict on the work: exit 3", async () => {
  const root = await shop("unreachable")
  const server = await serve([])
  await server.close()
  const more = ["--set", "transport_retry.max_attempts=1", "--json"]
  const { code, stdout } = await call(args(root, server, ...more))
  expect(code).toBe(3)
  expect(JSON.parse(stdout)).toMatchObject({ status: "provider_error", verified: false })
})

test("the report says all of an error, in as many lines as it takes", async () => {
  const root = await shop("unreached")
  const server = await serve([])
  await server.close()
  const { code, stdout } = await call(args(root, server, "--set", "transport_retry.max_attempts=1"))
  expect(code).toBe(3)
  const [, error = ""] = /\n +error +([^]*?)\n +verified/.exec(stdout) ?? []
  expect(error.replaceAll(/\s+/g, " ")).toMatch(/no answer: fetch failed \(ECONNREFUSED\b.*\)$/)
})

const HAS_SANDBOX = (await sandboxMissing()) === null

test.skipIf(!HAS_SANDBOX)("--sandbox: commands find no key and no network (needs bubblewrap)", async () => {
  const root = await shop("sandboxed")
  const key = "sk-secret-1234567890"
  const look = `env; cat /proc/[0-9]*/environ; git status --short; node -e 'fetch("$URL").catch(() => console.log("no network"))'`
  const server = await serve([shell("true")])
  const steps = [shell(look.replace("$URL", server.url)), ...repair]
  const scripted = await serve(steps)
  const env = { OPENAI_API_KEY: key }
  const { code, stdout } = await runCli(args(root, scripted, "--json", "--sandbox"), { env })
  expect(JSON.parse(stdout)).toMatchObject({ status: "done", verified: true })
  expect(code).toBe(0)
  const seen = JSON.stringify(scripted.requests.at(-1)?.body)
  expect(seen).toContain("no network")
  expect(seen).toContain("CI=1")
  expect(seen).not.toContain(key)
})

test("--sandbox is refused where there is none", async () => {
  const root = await shop("refused")
  setEnvironment({ PATH: "/nowhere" })
  const server = await serve(repair)
  const { code, stderr } = await call(args(root, server, "--sandbox", "--verify", "true"))
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("--sandbox: ") })
  expect(server.requests).toEqual([])
})

test("without a model it says how to configure one", async () => {
  const folder = await folderWith()
  const { code, stdout, stderr } = await call(["run", "--repo", folder, "--task", "x", "--verify", "true"])
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  for (const said of [
    "--model NAME",
    "--base-url URL",
    "PROOFLOOP_MODEL",
    "PROOFLOOP_BASE_URL",
    "OPENAI_API_KEY",
  ]) {
    expect(stderr).toContain(said)
  }
  expect(stderr).toContain("http://127.0.0.1:11434/v1")
})

const CONFIGURED = { PROOFLOOP_MODEL: "m", PROOFLOOP_BASE_URL: "http://127.0.0.1:1/v1" }

test.each([
  [["--repo", "nowhere"], "there is no folder"],
  [["--repo", "a file"], "is not a folder"],
  [[], "run needs a task"],
  [["x"], "nothing can verify the work: "],
  [["x", "--task", "y"], "TASK and --task exclude each other"],
  [["--task", "x"], "nothing can verify the work: "],
  [["--task", "x", "--verify", "nodee --test"], 'Did you mean "node"?'],
  [["--task", "x", "--verify", "true", "--preset", "evidnce"], 'Did you mean "evidence"?'],
  [["--task", "x", "--verify", "true", "--max-iterations", "0"], "a whole number of at least 1"],
  [["--task", "x", "--verify", "true", "--set", "threshold"], "--set: expected path=value"],
  [["--task", "x", "--verify", "true", "--set", "max_iteratons=3"], 'Did you mean "max_iterations"?'],
  [["--task", "x", "--verify", "true", "--api-key-env", "MISSING"], "MISSING is not set"],
  [["--task", "x", "--verify", "true", "--base-url", "localhost"], "an http or https URL"],
])("run %j is misuse: %s", async (more, said) => {
  const folder = await folderWith({ "a file": "" })
  const { code, stdout, stderr } = await call(["run", ...more], { env: CONFIGURED, cwd: folder })
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
})

test("--allow-manifest without --gate, and --gate outside a repository, are misuse", async () => {
  const server = await serve(repair)
  const plain = await call([...args(await shop("no gate"), server, "--allow-manifest", "package.json")])
  expect(plain).toMatchObject({ code: 2, stderr: expect.stringContaining("goes with --gate") })
  const bare = await folderWith()
  const outside = await call([...args(bare, server, "--gate", "--verify", "true")])
  expect(outside).toMatchObject({ code: 2, stderr: expect.stringContaining("is not in a git repository") })
})
