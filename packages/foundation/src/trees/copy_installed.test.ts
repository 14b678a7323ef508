import { mkdir, readdir, readFile, readlink, realpath, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../files/workspace.fixture.ts"
import { copyWorkTree } from "./copy_installed.ts"
import { requireOwnPackages } from "./own_links.ts"

async function linked(root: string, path: string, to: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await symlink(to, join(root, path))
}

/** A work tree, and a tree of another commit with other content and nothing installed. */
async function twoTrees(files: Readonly<Record<string, string>>) {
  const [work, tree] = [await folderWith(files), await folderWith(files)]
  const sources = Object.keys(files).filter((path) => path.endsWith("index.js"))
  await addFiles(tree, Object.fromEntries(sources.map((path) => [path, "the tree's"])))
  return { work, tree }
}

const WORKSPACE = {
  "package.json": "{}",
  "packages/lib/index.js": "the work tree's",
  "packages/app/a.js": "",
}

describe.skipIf(process.platform === "win32")("what is installed in the work tree", () => {
  it.each([
    ["npm and yarn workspaces", "node_modules/@m/lib", () => "../../packages/lib"],
    ["links with whole paths", "node_modules/@m/lib", (work: string) => join(work, "packages/lib")],
    ["pnpm", "packages/app/node_modules/@m/lib", () => "../../../lib"],
  ])("is the tree's own after a copy: %s", async (_name, link, to) => {
    const { work, tree } = await twoTrees(WORKSPACE)
    await linked(work, link, to(work))
    expect(await copyWorkTree(work, tree)).toEqual([])
    expect(await realpath(join(tree, link))).toBe(join(tree, "packages/lib"))
    expect(await readFile(join(tree, link, "index.js"), "utf8")).toBe("the tree's")
    await requireOwnPackages(tree)
  })

  it("is not written through a link of the tree", async () => {
    const { work, tree } = await twoTrees({ "package.json": "{}" })
    const outside = await folderWith({ "kept.txt": "" })
    await addFiles(work, { "front/node_modules/a/a.js": "installed" })
    await linked(tree, "front", outside)
    await copyWorkTree(work, tree)
    expect(await readdir(outside)).toEqual(["kept.txt"])
  })

  it("keeps the store of pnpm in the tree", async () => {
    const { work, tree } = await twoTrees({ "package.json": "{}" })
    await addFiles(work, { "node_modules/.pnpm/dep@1.0.0/node_modules/dep/index.js": "dep" })
    await linked(work, "node_modules/dep", ".pnpm/dep@1.0.0/node_modules/dep")
    await copyWorkTree(work, tree)
    expect(await realpath(join(tree, "node_modules/dep"))).toBe(
      join(tree, "node_modules/.pnpm/dep@1.0.0/node_modules/dep"),
    )
  })

  it("is copied for each package, never linked: what runs in the tree cannot change it", async () => {
    const { work, tree } = await twoTrees({ "package.json": "{}", "front/package.json": "{}" })
    const paths = ["node_modules/a/a.js", "front/node_modules/b/b.js", "gone/node_modules/c/c.js"]
    await addFiles(work, Object.fromEntries(paths.map((path) => [path, "installed"])))
    await copyWorkTree(work, tree)
    for (const path of paths.slice(0, 2)) await writeFile(join(tree, path), "changed")
    const kept = paths.map((path) => readFile(join(work, path), "utf8"))
    expect(await Promise.all(kept)).toEqual(["installed", "installed", "installed"])
    await expect(readFile(join(tree, paths[2] ?? ""))).rejects.toThrow("ENOENT")
  })

  it("leaves packages that are linked from elsewhere out, and says which", async () => {
    const { work, tree } = await twoTrees({ "package.json": "{}" })
    const elsewhere = await folderWith({ "index.js": "" })
    await linked(work, "node_modules/@m/mine", elsewhere)
    await linked(work, "node_modules/other", elsewhere)
    expect((await copyWorkTree(work, tree)).toSorted()).toEqual([
      "node_modules/@m/mine",
      "node_modules/other",
    ])
    await requireOwnPackages(tree)
  })

  it("moves an environment of Python to the tree", async () => {
    const { work, tree } = await twoTrees({ "a.py": "" })
    const site = ".venv/lib/python3.11/site-packages"
    await addFiles(work, {
      ".venv/pyvenv.cfg": `command = python3 -m venv ${work}/.venv\n`,
      ".venv/bin/pytest": `#!${work}/.venv/bin/python\n`,
      [`${site}/mine.pth`]: `${work}/src\n`,
      [`${site}/dep/__init__.py`]: `# ${work}\n`,
    })
    await linked(work, ".venv/bin/python", "/usr/bin/python3")
    await copyWorkTree(work, tree)
    expect(await readFile(join(tree, ".venv/bin/pytest"), "utf8")).toBe(`#!${tree}/.venv/bin/python\n`)
    expect(await readFile(join(tree, site, "mine.pth"), "utf8")).toBe(`${tree}/src\n`)
    expect(await readFile(join(tree, ".venv/pyvenv.cfg"), "utf8")).toContain(`${tree}/.venv`)
    expect(await readFile(join(tree, site, "dep/__init__.py"), "utf8")).toBe(`# ${work}\n`)
    expect(await readlink(join(tree, ".venv/bin/python"))).toBe("/usr/bin/python3")
  })
})

describe.skipIf(process.platform === "win32")("requireOwnPackages", () => {
  it.each(["node_modules", "node_modules/lib", "packages/app/node_modules/@m/lib"])(
    "refuses a tree whose %s leads out of it",
    async (path) => {
      const { work, tree } = await twoTrees(WORKSPACE)
      await linked(tree, path, join(work, "packages/lib"))
      await expect(requireOwnPackages(tree)).rejects.toMatchObject({
        code: "foreign_package",
        path,
        leads_to: join(work, "packages/lib"),
      })
    },
  )

  it("leaves alone what leads nowhere, and programs", async () => {
    const { tree } = await twoTrees(WORKSPACE)
    await linked(tree, "node_modules/gone", "/nowhere/at/all")
    await linked(tree, "node_modules/lib", "../packages/lib")
    await expect(requireOwnPackages(tree)).resolves.toBeUndefined()
  })
})
