import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, rm, symlink } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { removeAbandonedFolders, temporaryFolder } from "./temporary_folder.ts"
import { addFiles, folderWith } from "./workspace.fixture.ts"

/** The number of a process that has ended. */
function deadProcess(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid
}

it("takes away the folders of ended processes; those of living ones, of elsewhere and of nobody stay", async () => {
  const own = await temporaryFolder("room")
  onTestFinished(() => rm(own, { recursive: true }))
  const [, space = ""] = /^proofloop-room-([^-]+)-/.exec(basename(own)) ?? []
  const named = (name: string) => join(dirname(own), name)
  const pid = deadProcess()
  const dead = [
    named(`proofloop-room-${space}-${pid}.-AbCdEf`),
    named(`proofloop-tree-${space}-${pid}.7-AbCdEf`),
  ]
  const elsewhere = named(`proofloop-room-0123456789ab-${pid}.-AbCdEf`)
  const nobody = named(`proofloop-room-of-${pid}-AbCdEf`)
  for (const path of [...dead, elsewhere, nobody]) {
    await addFiles(path, { "home/a.txt": "a" })
    onTestFinished(() => rm(path, { recursive: true, force: true }))
  }
  await removeAbandonedFolders()
  expect([...dead, own, elsewhere, nobody].map((path) => existsSync(path))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
})

it.skipIf(process.platform === "win32")("follows no link that has such a name", async () => {
  const own = await temporaryFolder("room")
  onTestFinished(() => rm(own, { recursive: true }))
  const target = await folderWith({ "kept.txt": "" })
  await mkdir(join(target, "kept"))
  const link = own.replace(/-\d+\.\d*-\w{6}$/, `-${deadProcess()}.-LiNkEd`)
  await symlink(target, link)
  onTestFinished(() => rm(link))
  await removeAbandonedFolders()
  expect(existsSync(join(target, "kept.txt"))).toBe(true)
})
