import { existsSync } from "node:fs"
import { lstat, mkdir, readdir, readFile, symlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../files/workspace.fixture.ts"
import { hostRunner } from "../sandbox/host_runner.ts"
import type { Runner } from "../sandbox/runner.ts"
import { prepareTree } from "./prepare_tree.ts"

/** Stands for a package manager: installs what the manifest names, in the tree and outside it. */
const INSTALL = `
const { mkdirSync, readFileSync, writeFileSync } = require("node:fs")
mkdirSync("node_modules/dep", { recursive: true })
writeFileSync("node_modules/dep/index.js", readFileSync("package.json"))
mkdirSync(process.env.CARGO_HOME, { recursive: true })
writeFileSync(process.env.CARGO_HOME + "/crate", "fetched")
`
const FILES = { "package.json": '{ "name": "one" }', "install.cjs": INSTALL }
const SETUP = "node install.cjs"

const runner = hostRunner()

/** Runs the stand-in whatever the manager. */
const installing: Runner = {
  sandbox: "none",
  async open(tree, options) {
    const room = await runner.open(tree, options)
    const env = { CARGO_HOME: join(tree, ".crates") }
    return { ...room, run: async (given) => room.run({ ...given, env, command: ["node", "-e", INSTALL] }) }
  },
}

describe.skipIf(process.platform === "win32")("a tree", () => {
  it("is set up once for the same files, and anew for others", async () => {
    const cache_dir = await folderWith()
    const prepared = async (files: Readonly<Record<string, string>>) => {
      const tree = await folderWith(files)
      const { steps, room } = await prepareTree(tree, { runner, cache_dir, setup: SETUP })
      const crates = join(room.env?.["CARGO_HOME"] ?? "", "crate")
      return {
        from: steps.map(({ from }) => from),
        installed: await readFile(join(tree, "node_modules/dep/index.js"), "utf8"),
        fetched: await readFile(crates, "utf8"),
        is_readable: room.readable?.some((folder) => crates.startsWith(folder)),
      }
    }
    const first = {
      from: ["command"],
      installed: FILES["package.json"],
      fetched: "fetched",
      is_readable: true,
    }
    expect(await prepared(FILES)).toEqual(first)
    expect(await prepared(FILES)).toEqual({ ...first, from: ["cache"] })
    const other = { ...FILES, "package.json": '{ "name": "two" }' }
    expect(await prepared(other)).toEqual({ ...first, installed: other["package.json"] })
  })

  it("has what it changes for itself: the cache stays as it was", async () => {
    const cache_dir = await folderWith()
    const trees = [await folderWith(FILES), await folderWith(FILES), await folderWith(FILES)]
    for (const tree of trees) {
      await prepareTree(tree, { runner, cache_dir, setup: SETUP })
      const place = join(tree, "node_modules/dep/index.js")
      expect(await readFile(place, "utf8")).toBe(FILES["package.json"])
      await addFiles(tree, { "node_modules/dep/index.js": "stolen" })
    }
  })

  it("has no file that a link of a set-up leads to", async () => {
    const [cache_dir, elsewhere] = [await folderWith(), await folderWith({ secret: "a secret" })]
    const setup = `ln -s "${join(elsewhere, "secret")}" loot; ln -s "${elsewhere}" folder`
    for (const from of ["command", "cache"]) {
      const tree = await folderWith(FILES)
      const { steps } = await prepareTree(tree, { runner, cache_dir, setup })
      expect(steps).toMatchObject([{ from }])
      expect((await lstat(join(tree, "loot"))).isSymbolicLink()).toBe(true)
      expect((await lstat(join(tree, "folder"))).isSymbolicLink()).toBe(true)
    }
  })

  it("is not set up through links of its own", async () => {
    const [cache_dir, elsewhere] = [await folderWith(), await folderWith({ "dep/kept": "" })]
    const manifest = { "package.json": '{ "dependencies": { "dep": "file:./dep.tgz" } }' }
    const key = { runner: installing, cache_dir }
    expect((await prepareTree(await folderWith(manifest), key)).steps).toMatchObject([{ from: "command" }])
    for (const link of ["node_modules", "node_modules/dep"]) {
      const tree = await folderWith(manifest)
      await mkdir(dirname(join(tree, link)), { recursive: true })
      await symlink(join(elsewhere, link === "node_modules" ? "" : "dep"), join(tree, link))
      expect((await prepareTree(tree, key)).steps).toMatchObject([{ from: "cache" }])
      expect(await readFile(join(tree, "node_modules/dep/index.js"), "utf8")).toBe(manifest["package.json"])
    }
    expect(await readdir(join(elsewhere, "dep"))).toEqual(["kept"])
  })

  it("that the owner's command does not set up is none", async () => {
    const tree = await folderWith(FILES)
    const setup = "mkdir node_modules; echo no registry; exit 3"
    const options = { runner, cache_dir: await folderWith(), setup }
    await expect(prepareTree(tree, options)).rejects.toMatchObject({
      code: "setup_failed",
      command: setup,
      message: expect.stringMatching(/--setup[\s\S]*exit code 3\nno registry$/),
    })
    expect(existsSync(join(tree, "node_modules"))).toBe(false)
  })

  it("that cannot be set up gets what the work tree has, and says so", async () => {
    const files = { "package.json": "{}", "package-lock.json": "no lockfile" }
    const work_tree = await folderWith({ ...files, "node_modules/dep/index.js": "of the work tree" })
    const tree = await folderWith(files)
    const prepared = await prepareTree(tree, { runner, cache_dir: await folderWith(), work_tree })
    expect(prepared.steps).toMatchObject([{ folder: ".", from: "work tree" }])
    expect(prepared.problem).toMatch(
      /^the set-up "npm ci [^"]*" failed, another is given by --setup: exit code 1/,
    )
    expect(await readFile(join(tree, "node_modules/dep/index.js"), "utf8")).toBe("of the work tree")
  })

  it("that needs nothing, or is to have nothing, is left as it is", async () => {
    const cache_dir = await folderWith()
    const nothing = { steps: [], problem: null, room: { readable: [], programs: [] } }
    expect(await prepareTree(await folderWith({}), { runner, cache_dir })).toMatchObject(nothing)
    const locked = await folderWith({ "package.json": "{}", "package-lock.json": "{}" })
    expect(await prepareTree(locked, { runner, cache_dir, setup: "" })).toMatchObject(nothing)
  })

  it("finds the programs of its environment first", async () => {
    const tree = await folderWith({ "a.py": "", ".venv/bin/pytest": "" })
    const { room } = await prepareTree(tree, { runner, cache_dir: await folderWith() })
    expect(room.programs).toEqual([join(tree, ".venv/bin")])
  })

  it("finds the managers that a set-up brought, of Node and of Python", async () => {
    const setup = 'mkdir -p "$CARGO_HOME/../node_modules/.bin" "$CARGO_HOME/../tools/bin"'
    const { room } = await prepareTree(await folderWith(), { runner, cache_dir: await folderWith(), setup })
    expect(room.programs?.map((path) => path.split("/").slice(-2).join("/"))).toEqual([
      "node_modules/.bin",
      "tools/bin",
    ])
  })
})
