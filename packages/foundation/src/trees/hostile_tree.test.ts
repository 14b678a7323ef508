import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { checkOut } from "../git/check_out.ts"
import { repositoryWith } from "../git/repository.fixture.ts"
import { hostRunner } from "../sandbox/host_runner.ts"
import type { Runner } from "../sandbox/runner.ts"
import { prepareTree } from "./prepare_tree.ts"

const runner = hostRunner()

/** Stands for a manager that runs code of the repository. */
const running: Runner = {
  sandbox: "none",
  async open(tree, options) {
    const room = await runner.open(tree, options)
    return { ...room, run: (given) => room.run({ ...given, command: ["node", "backend.cjs"] }) }
  },
}

describe.skipIf(process.platform === "win32")("a hostile tree", () => {
  it("installs nothing into the tree of another repository", async () => {
    const cache_dir = await folderWith()
    const install = (what: string) => ({
      "package.json": '{ "dependencies": { "dep": "1.0.0" } }',
      "backend.cjs": `const fs = require("fs"); fs.mkdirSync("node_modules"); fs.writeFileSync("node_modules/dep", "${what}")`,
    })
    const from = []
    for (const what of ["evil", "good"]) {
      const root = await repositoryWith(install(what))
      for (let round = 0; round < 2; round += 1) {
        const tree = await checkOut(root, "HEAD")
        const { steps } = await prepareTree(tree.root, { runner: running, cache_dir })
        expect(await readFile(join(tree.root, "node_modules/dep"), "utf8")).toBe(what)
        from.push(steps[0]?.from)
        await tree.remove()
      }
    }
    expect(from).toEqual(["command", "cache", "command", "cache"])
  })

  it.each([".yarn/releases/yarn.cjs", ".cargo/config.toml", "vendor/dep.tgz", "requirements/base.in"])(
    "that brings another %s is set up anew",
    async (path) => {
      const cache_dir = await folderWith()
      const files = { "package.json": '{ "workspaces": ["."] }', "backend.cjs": "" }
      const from = []
      for (const content of ["one", "two"]) {
        const tree = await folderWith({ ...files, [path]: content })
        from.push((await prepareTree(tree, { runner: running, cache_dir })).steps[0]?.from)
      }
      expect(from).toEqual(["command", "command"])
    },
  )

  it.skipIf(process.platform !== "linux")("may hold names that are not UTF-8", async () => {
    const tree = await folderWith({ "backend.cjs": "" })
    const folder = Buffer.concat([Buffer.from(`${tree}/d`), Buffer.from([0xff])])
    mkdirSync(folder)
    writeFileSync(Buffer.concat([folder, Buffer.from([0x2f, 0xfe])]), "")
    writeFileSync(Buffer.concat([Buffer.from(`${tree}/f`), Buffer.from([0xff])]), "")
    const prepared = await prepareTree(tree, { runner, cache_dir: await folderWith(), setup: "true" })
    expect(prepared.steps).toMatchObject([{ from: "command" }])
    expect(readdirSync(tree)).toHaveLength(3)
  })
})
