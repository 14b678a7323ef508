import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { chmod } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { removeFolder } from "./remove_folder.ts"
import { folderWith } from "./workspace.fixture.ts"

/** Folders in folders: their path is longer than a system call takes. */
const DIG = "for _ in $(seq 60); do mkdir $0 && cd -P $0 || exit 1; done"

describe.skipIf(process.platform === "win32")("a folder of a stranger's program", () => {
  it("is removed however deep it is", async () => {
    const folder = await folderWith()
    const dug = spawnSync("sh", ["-c", DIG, "d".repeat(200)], { cwd: folder })
    expect(dug.status).toBe(0)
    await removeFolder(folder)
    expect(existsSync(folder)).toBe(false)
  })

  it("is removed with folders that nobody may enter", async () => {
    const folder = await folderWith({ "closed/a": "", b: "" })
    await chmod(join(folder, "closed"), 0)
    await removeFolder(folder)
    expect(existsSync(folder)).toBe(false)
  })

  it("that is not there is no error", async () => {
    await expect(removeFolder(join(await folderWith(), "gone"))).resolves.toBeUndefined()
  })
})
