import { execFileSync } from "node:child_process"
import { renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { lookAtFiles, type Moment } from "./files_seen.ts"

async function session(root: string, began: Moment = "began") {
  const log = await folderWith()
  const look = async (moment: Moment) => lookAtFiles(log, root, moment)
  await look(began)
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: root, stdio: "pipe" })
  return {
    look,
    git,
    write: (path: string, text: string) => writeFileSync(join(root, path), text),
    stop: async () => look("stopped"),
  }
}

const FILES = { "sum.js": "a - b\n", "tax.js": "1\n" }
const NONE = { since_begin: [], since_pass: [], by_others: [] }

describe("the files of a session at a stop", () => {
  it("are those that differ from its beginning", async () => {
    const { write, stop } = await session(await repositoryWith(FILES))
    expect(await stop()).toEqual(NONE)
    write("sum.js", "a + b\n")
    write("new.js", "")
    expect(await stop()).toEqual({
      ...NONE,
      since_begin: ["sum.js", "new.js"],
      since_pass: ["new.js", "sum.js"],
    })
    write("sum.js", "a - b\n")
    expect(await stop()).toEqual({ ...NONE, since_begin: ["new.js"], since_pass: ["new.js"] })
  })

  it.each<[string, (git: (...args: readonly string[]) => unknown) => void]>([
    ["restored", (git) => git("checkout", "--", "sum.js")],
    ["stashed", (git) => git("stash")],
    ["of another commit", (git) => git("checkout", "HEAD", "--", "sum.js")],
  ])("are told when the pass saw others: %s", async (_what, undo) => {
    const { look, git, write, stop } = await session(await repositoryWith(FILES))
    write("sum.js", "a + b\n")
    await look("passed")
    expect(await stop()).toMatchObject({ since_pass: [] })
    undo(git)
    expect(await stop()).toEqual({ ...NONE, since_begin: [], since_pass: ["sum.js"] })
    write("sum.js", "a + b\n")
    expect(await stop()).toMatchObject({ since_pass: [] })
  })

  it("are the same after a commit, and others after its revert", async () => {
    const { look, git, write, stop } = await session(await repositoryWith(FILES))
    write("sum.js", "a + b\n")
    await look("passed")
    git("commit", "-qam", "Fix")
    expect(await stop()).toMatchObject({ since_begin: ["sum.js"], since_pass: [] })
    git("revert", "--no-edit", "HEAD")
    expect(await stop()).toMatchObject({ since_begin: [], since_pass: ["sum.js"] })
  })

  it("are another's where they changed between a stop and the next prompt", async () => {
    const { look, write, stop } = await session(await repositoryWith(FILES))
    await stop()
    write("tax.js", "2\n")
    await look("spoken_to")
    write("sum.js", "a + b\n")
    expect(await stop()).toEqual({ since_begin: ["sum.js"], since_pass: ["sum.js"], by_others: ["tax.js"] })
    write("tax.js", "3\n")
    expect(await stop()).toMatchObject({ since_pass: ["sum.js", "tax.js"], by_others: [] })
  })

  it("are code, however much prose changed with it", async () => {
    const { write, stop } = await session(await repositoryWith(FILES))
    for (let at = 0; at < 80; at += 1) write(`a${at}.md`, "")
    write("sum.js", "a + b\n")
    expect(await stop()).toEqual({ ...NONE, since_begin: ["sum.js"], since_pass: ["sum.js"] })
  })

  it("are known without git from the second look on", async () => {
    const root = await repositoryWith({ ...FILES, ".gitignore": "dist/\n*.log\n", constructor: "1" })
    const { write, stop } = await session(root)
    renameSync(join(root, ".git"), join(await folderWith(), "git"))
    write("debug.log", "")
    expect(await stop()).toEqual(NONE)
    write("sum.js", "a + b\n")
    expect(await stop()).toEqual({ ...NONE, since_begin: ["sum.js"], since_pass: ["sum.js"] })
  })

  it("are seen outside of git, and a file that is gone as well", async () => {
    const root = await folderWith(FILES)
    const { stop } = await session(root)
    await wait(20)
    rmSync(join(root, "tax.js"))
    expect(await stop()).toEqual({ ...NONE, since_begin: ["tax.js"], since_pass: ["tax.js"] })
  })

  it("are unknown before a pass where calls came before the first look, and in no folder", async () => {
    const { look, write, stop } = await session(await repositoryWith(FILES), "began_late")
    expect(await stop()).toBeNull()
    await look("passed")
    write("sum.js", "a + b\n")
    expect(await stop()).toEqual({ since_begin: null, since_pass: ["sum.js"], by_others: [] })
    const nowhere = await session(join(await folderWith(), "gone"))
    expect(await nowhere.stop()).toBeNull()
  })
})
