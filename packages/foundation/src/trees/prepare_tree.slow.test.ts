import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { bubblewrap } from "../sandbox/bubblewrap.ts"
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
