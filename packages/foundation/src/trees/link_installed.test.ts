import { mkdir, readFile, readlink } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { addFiles, folderWith } from "../files/workspace.fixture.ts"
import { linkInstalled } from "./link_installed.ts"

it("lets an editable install in an environment of Python lead to the copy", async () => {
  const [root, copy] = [await folderWith(), await folderWith()]
  const packages = ".venv/lib/python3.11/site-packages"
  await mkdir(join(root, packages), { recursive: true })
  await addFiles(root, {
    [`${packages}/shop.pth`]: `${root}/src\n${root}-other/src\n`,
    [`${packages}/six.py`]: "",
    [`${packages}/pytest/__init__.py`]: "",
    ".venv/bin/pytest": `#!${root}/.venv/bin/python\n`,
    ".venv/pyvenv.cfg": "home = /usr/bin\n",
  })
  await linkInstalled(root, copy)
  expect(await readFile(join(copy, packages, "shop.pth"), "utf8")).toBe(`${copy}/src\n${root}-other/src\n`)
  expect(await readFile(join(copy, ".venv/bin/pytest"), "utf8")).toBe(`#!${copy}/.venv/bin/python\n`)
  for (const path of [`${packages}/six.py`, `${packages}/pytest`, ".venv/pyvenv.cfg"])
    expect(await readlink(join(copy, path))).toBe(join(root, path))
})
