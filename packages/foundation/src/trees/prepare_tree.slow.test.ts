import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { bubblewrap } from "../sandbox/bubblewrap.ts"
import { findProgram } from "../sandbox/find_program.ts"
import { hostRunner } from "../sandbox/host_runner.ts"
import { HAS_SANDBOX } from "../sandbox/rooms.fixture.ts"
import type { Runner } from "../sandbox/runner.ts"
import { prepareTree } from "./prepare_tree.ts"

/** A workspace of npm that needs no registry. */
const workspace = (answer: string) => ({
  "package.json": JSON.stringify({ name: "root", private: true, workspaces: ["packages/*"] }),
  "packages/lib/package.json": JSON.stringify({ name: "@m/lib", version: "1.0.0", main: "index.js" }),
  "packages/lib/index.js": `module.exports = "${answer}"\n`,
  "packages/app/package.json": JSON.stringify({ name: "app", dependencies: { "@m/lib": "1.0.0" } }),
  "packages/app/main.js": 'console.log(require("@m/lib"))\n',
})

async function runsOf(runner: Runner) {
  const cache_dir = await folderWith()
  const runs = []
  for (const answer of ["base", "fix"]) {
    const tree = await folderWith(workspace(answer))
    const { room, steps } = await prepareTree(tree, { runner, cache_dir, path: "packages/app/main.js" })
    const opened = await runner.open(tree, room)
    const { output } = await opened.run({ command: "node main.js", cwd: join(tree, "packages/app") })
    await opened.close()
    runs.push([steps[0]?.from, output.trim()])
  }
  return runs
}

const DIFFERENT = [
  ["command", "base"],
  ["cache", "fix"],
]

describe.skipIf(process.platform === "win32")("base and fix of a workspace of npm", () => {
  it.skipIf(!HAS_SANDBOX)("run different code in a sandbox (needs bubblewrap)", async () => {
    expect(await runsOf(bubblewrap())).toEqual(DIFFERENT)
  })

  it("run different code without one", async () => {
    expect(await runsOf(hostRunner())).toEqual(DIFFERENT)
  })
})

describe("scripts that call the manager of a lockfile", () => {
  it.skipIf(!HAS_SANDBOX || findProgram("pnpm") !== null)(
    "find the one that the set-up brought (needs bubblewrap, the registry of npm, and no pnpm)",
    async () => {
      const tree = await folderWith({
        "package.json": JSON.stringify({
          name: "root",
          version: "1.0.0",
          scripts: { test: "pnpm run inner", inner: "echo inner ran" },
        }),
        "pnpm-lock.yaml": "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n",
      })
      const runner = bubblewrap()
      const { room, problem } = await prepareTree(tree, { runner, cache_dir: await folderWith() })
      expect(problem).toBeNull()
      const opened = await runner.open(tree, room)
      const { output, exit_code } = await opened.run({ command: "npm test", cwd: tree })
      await opened.close()
      expect({ output, exit_code }).toMatchObject({
        output: expect.stringContaining("inner ran"),
        exit_code: 0,
      })
    },
  )
})
