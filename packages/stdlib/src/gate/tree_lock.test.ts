import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { claimNamed } from "../../../foundation/src/process/claim.fixture.ts"
import { gateOver, proposals, removeTemplates } from "./gate.fixture.ts"
import { createGate } from "./gate.ts"
import { lockTree } from "./tree_lock.ts"

afterAll(removeTemplates)

const SUBTASK = { id: "T001-S01", title: "Do it" }
const CHANGE = { "a.txt": "b\n" }
const ONLY = ["G2"]

describe("two gates on one work tree", () => {
  it("refuses the second while the first is at work", async () => {
    const { root, gate } = await gateOver({ "a.txt": "a\n" }, { only: ONLY })
    const other = createGate({ root, env: {}, only: ONLY })
    let refused: Awaited<ReturnType<typeof other.submit>> | undefined
    const outcome = await gate.submit(SUBTASK, async () => {
      refused = await other.submit(SUBTASK, proposals({ "a.txt": "c\n" }))
      return { patches: [{ path: "a.txt", content: "b\n" }] }
    })
    expect(refused).toMatchObject({
      status: "failed",
      attempts: 0,
      error: expect.stringContaining("Another gate of this process is at work"),
    })
    expect(outcome.status).toBe("accepted")
    expect((await other.submit(SUBTASK, proposals({ "a.txt": "c\n" }))).status).toBe("accepted")
  })

  it("keeps the tree while a change is held, whoever comes", async () => {
    const { gate } = await gateOver({ "a.txt": "a\n" }, { only: ONLY })
    const held = await gate.submit(SUBTASK, proposals(CHANGE), { hold: true })
    expect(await gate.submit(SUBTASK, proposals(CHANGE))).toMatchObject({
      status: "failed",
      error: expect.stringContaining("neither kept nor undone"),
    })
    const settle = held.status === "accepted" ? held.held : null
    await settle?.undo()
    expect(await settle?.keep()).toBeNull()
    expect((await gate.submit(SUBTASK, proposals(CHANGE))).status).toBe("accepted")
  })

  it("refuses while another process is at work, and not after it has gone", async () => {
    const { root, gate } = await gateOver({ "a.txt": "a\n" }, { only: ONLY })
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" })
    const lock = await lockTree(root)
    const [claims] = await claimFolders(root)
    await ("release" in lock ? lock.release() : undefined)
    const claim = claimNamed("tree", { pid: child.pid, began: "0" })
    await writeFile(join(claims ?? "", claim), "")
    try {
      expect(await gate.submit(SUBTASK, proposals(CHANGE))).toMatchObject({
        status: "failed",
        error: `Another gate (process ${child.pid}) is at work on this work tree`,
      })
    } finally {
      child.kill("SIGKILL")
      await new Promise((resolve) => child.once("close", resolve))
    }
    expect((await gate.submit(SUBTASK, proposals(CHANGE))).status).toBe("accepted")
    expect(existsSync(join(claims ?? "", claim))).toBe(false)
  })

  it("takes no claim of an earlier process with its own number for its own", async () => {
    const root = await folderWith({ ".git/HEAD": "ref: refs/heads/main\n" })
    await ((await lockTree(root)) as { release(): Promise<void> }).release()
    const [claims = ""] = await claimFolders(root)
    const former = claimNamed("tree", {})
    await writeFile(join(claims, former), "")
    await writeFile(join(claims, "a note"), "")
    await mkdir(join(claims, "tree.lock-1-1-x"))
    expect(await lockTree(root)).toHaveProperty("release")
    expect(existsSync(join(claims, former))).toBe(false)
  })

  it("says where the claim of a gate lies that cannot be asked", async () => {
    const { root, gate } = await gateOver({ "a.txt": "a\n" }, { only: ONLY })
    const lock = await lockTree(root)
    const [claims = ""] = await claimFolders(root)
    await ("release" in lock ? lock.release() : undefined)
    await writeFile(join(claims, claimNamed("tree", { pid: 7, host: "elsewhere" })), "")
    const what = "Another gate (process 7 on elsewhere) is at work on this work tree"
    expect(await gate.submit(SUBTASK, proposals(CHANGE))).toMatchObject({
      status: "failed",
      error: `${what}; if not, delete ${claims}`,
    })
  })

  it("leaves nothing behind outside a repository", async () => {
    const root = await folderWith({ "a.txt": "a\n" })
    const gate = createGate({ root, env: {}, only: ONLY, commit: false })
    expect((await gate.submit(SUBTASK, proposals(CHANGE))).status).toBe("accepted")
    expect(await readdir(root)).toEqual(["a.txt"])
  })
})

async function claimFolders(root: string): Promise<readonly string[]> {
  const gates = join(root, ".git/proofloop/gates")
  return (await readdir(gates)).map((name) => join(gates, name))
}
