import { mkdir, symlink } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { sandboxMissing } from "@proofloop/foundation/sandbox"
import { describe, expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../../foundation/src/git/repository.fixture.ts"
import { setEnvironment } from "../../../../foundation/src/process/environment.fixture.ts"
import type { TestRooms } from "../settings.ts"
import { runDifferential } from "./differential.ts"
import { testOf } from "./fixing.fixture.ts"
import { HOST_ROOMS } from "./rooms.fixture.ts"

const HAS_SANDBOX = (await sandboxMissing()) === null

const PATH = "packages/app/sum.test.mjs"
const WORKSPACE = {
  "packages/lib/package.json": JSON.stringify({ name: "@m/lib", type: "module", main: "index.js" }),
  "packages/lib/index.js": "export const add = (a, b) => a - b\n",
  [PATH]: testOf('import { add } from "@m/lib"', "assert.equal(add(1, 2), 3)"),
}

/** A workspace of npm with a bug and its fix, and the packages of the work tree linked as npm does. */
async function differentialOf(test_text = WORKSPACE[PATH] ?? "", rooms: TestRooms = HOST_ROOMS) {
  const root = await repositoryWith({ ...WORKSPACE, [PATH]: test_text })
  const base_commit = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  await addFiles(root, { "packages/lib/index.js": "export const add = (a, b) => a + b\n" })
  await requireGit(root, ["commit", "--quiet", "--all", "--message=fix"])
  const fix_commit = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  await mkdir(join(root, "node_modules/@m"), { recursive: true })
  await symlink("../../packages/lib", join(root, "node_modules/@m/lib"))
  const test = { path: PATH, command: `node --test ${PATH}` }
  return runDifferential({ root, base_commit, fix_commit, test, rooms })
}

describe.skipIf(process.platform === "win32")("the trees of a differential", () => {
  it("run their own packages of a workspace, not those of the work tree", async () => {
    const { verified, reason, base, fix, sandbox } = await differentialOf()
    expect({ verified, reason }).toEqual({ verified: true, reason: "" })
    expect([base.outcome, fix.outcome, sandbox]).toEqual(["fail", "pass", "none"])
  })

  it("that the owner's command does not set up are the environment's fault", async () => {
    const rooms = { ...HOST_ROOMS, setup: "echo no registry; exit 1" }
    await expect(differentialOf(undefined, rooms)).rejects.toMatchObject({
      kind: "environment",
      message: expect.stringMatching(/--setup[\s\S]*no registry/),
    })
  })
})

/** Fails as expected, and prints what it can read of other processes and of the home folder. */
const THIEF = testOf(
  `import { readdirSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import { add } from "@m/lib"
const read = (path) => { try { return readFileSync(path, "utf8") } catch { return "" } }
const processes = readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name))
for (const pid of processes) console.log(read("/proc/" + pid + "/environ"))
console.log(read(homedir() + "/.npmrc"), JSON.stringify(process.env))`,
  "assert.equal(add(1, 2), 3)",
)

it.skipIf(!HAS_SANDBOX)(
  "a test that steals is judged and has nothing to show (needs bubblewrap)",
  async () => {
    const secret = "thief-in-the-loop"
    setEnvironment({ HOME: await repositoryWith({ ".npmrc": secret }), FORGE_TOKEN: secret })
    const { verified, reason, sandbox, base, fix } = await differentialOf(THIEF, { setup: "" })
    expect({ verified, reason, sandbox }).toEqual({ verified: true, reason: "", sandbox: "bubblewrap" })
    expect(`${base.output}${fix.output}`).toContain("CI=1")
    expect(`${base.output}${fix.output}`).not.toContain(secret)
  },
)
