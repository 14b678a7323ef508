import { spawn } from "node:child_process"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { cleanEnvironment } from "@proofloop/foundation/process"
import { sandboxMissing } from "@proofloop/foundation/sandbox"
import { openRunStore } from "@proofloop/jobs/pipeline"
import { expect, test } from "vitest"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import { ROLES, serveShop } from "../pipeline/pipeline.fixture.ts"
import { emptyFolder } from "../verdicts/shop.fixture.ts"

const MISSING = await sandboxMissing()
const COMMAND = fileURLToPath(new URL("../../bin.mjs", import.meta.url))

/** Fails a test for each place where a mark is readable: the environments of all processes, and these folders. */
const PROBE = `import assert from "node:assert"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { userInfo } from "node:os"
import { join } from "node:path"
import test from "node:test"

const mark = new RegExp("can" + "ary([A-Z]+)", "g")
const found = new Set()
let left = 20000
function look(name, read) {
  left -= 1
  try {
    for (const [, what] of String(read()).matchAll(mark)) found.add(what + " in " + name)
  } catch {}
}
function walk(folder, name) {
  let entries = []
  try {
    entries = readdirSync(folder)
  } catch {}
  for (const entry of entries) {
    if (left < 0) return
    const path = join(folder, entry)
    let stat
    try {
      stat = statSync(path)
    } catch {
      continue
    }
    if (stat.isDirectory()) walk(path, name)
    else if (stat.isFile() && stat.size < 1e6) look(name, () => readFileSync(path))
  }
}
look("own environment", () => JSON.stringify(process.env))
for (const pid of readdirSync("/proc").filter((one) => /^[0-9]+$/.test(one)))
  for (const file of ["environ", "cmdline"]) look("/proc " + file, () => readFileSync(join("/proc", pid, file)))
walk(process.env.HOME ?? "/nowhere", "HOME")
for (const [name, folder] of Object.entries(JSON.parse(readFileSync("places.json", "utf8")))) walk(folder, name)
walk(userInfo().homedir, "home folder")
look("planted", () => readFileSync("planted.txt"))
const sees = found.delete("PLANTED in planted")
test("the probe sees what is there", () => assert.ok(sees))
for (const place of found) test("found " + place, () => assert.fail())
`

/** A fleet of one such repository, as a process with a model's key and a forge's token; resolves to its check. */
async function probed(...flags: readonly string[]) {
  const folder = await emptyFolder()
  const [root, state, home] = [join(folder, "shop"), join(folder, "state"), join(folder, "home")]
  await mkdir(home)
  await writeFile(join(home, ".netrc"), "machine github.com password canaryHOME\n")
  await addFiles(root, {
    "package.json": '{ "type": "module", "scripts": { "test": "node --test tests/*.mjs" } }\n',
    "tests/probe.test.mjs": PROBE,
    "places.json": JSON.stringify({ state, "fleet home": home }),
    "planted.txt": "canaryPLANTED\n",
  })
  await initRepository(root)
  await commitPaths(root, ["package.json", "tests/probe.test.mjs", "places.json", "planted.txt"], "first")
  await writeFile(join(folder, "list.txt"), `${root}\n`)
  const served = await serveShop()
  const at = ["--once", "--dry-run", "--setup", "", "--state", state, ...ROLES, ...served.flags, ...flags]
  const secrets = { OPENAI_API_KEY: "sk-canaryMODEL-0123456789", GITHUB_TOKEN: "ghp_canaryFORGE0123456789" }
  const child = spawn(process.execPath, [COMMAND, "fleet", "run", join(folder, "list.txt"), ...at], {
    env: { ...cleanEnvironment(), ...secrets, HOME: home },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let said = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text))
  const code = await new Promise((resolve) => child.once("close", resolve))
  expect({ code, said }).toMatchObject({ code: 0 })
  expect(served.server.requests.length).toBeGreaterThan(0)
  const store = await openRunStore(join(state, "runs.db"))
  try {
    return (await store.list())[0]?.work.base_check
  } finally {
    await store.close()
  }
}

const TITLE = "a command of a repository finds no key of the model and no token of the forge"
test.skipIf(MISSING !== null)(`${TITLE}${MISSING === null ? "" : ` (skipped: ${MISSING})`}`, async () => {
  const check = await probed()
  expect(check).toMatchObject({ sandbox: "bubblewrap", outcome: "green", failing: [], tests_run: 1 })
})

test("the same probe finds them where commands have the worker's rights", async () => {
  const check = await probed("--unsafe-host-runner")
  expect(check?.outcome).toBe("red")
  expect(check?.failing.join("\n")).toContain("found MODEL in /proc environ")
  expect(check?.failing.join("\n")).toContain("found FORGE in /proc environ")
})
