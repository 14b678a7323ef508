import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { claimNamed } from "./claim.fixture.ts"
import { lockFile, type LockHolder, lockPlace } from "./lock_file.ts"

let folder = ""
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop lock-"))
})
afterEach(() => rm(folder, { recursive: true }))

describe("a lock", () => {
  const claimScript = `
    const { lockFile } = await import(process.argv[1])
    const lock = await lockFile(process.argv[2])
    process.stdout.write("release" in lock ? "held" : "refused " + lock.holder.pid)
    if (process.argv[3] === "stay") setInterval(() => undefined, 1000)
    else if ("release" in lock) await lock.release()
  `
  const lockModule = new URL("./lock_file.ts", import.meta.url).href

  function claim(target: string, stay: "stay" | "go"): ChildProcess {
    return spawn(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "-e", claimScript, lockModule, target, stay],
      { stdio: ["ignore", "pipe", "inherit"] },
    )
  }

  async function firstWord(child: ChildProcess): Promise<string> {
    const [chunk] = (await once(child.stdout ?? child, "data")) as [Buffer]
    return chunk.toString()
  }

  test("of a process that was killed counts for nothing", async () => {
    const target = join(folder, "target")
    const child = claim(target, "stay")
    expect(await firstWord(child)).toBe("held")
    expect(await lockFile(target)).toMatchObject({ holder: { pid: child.pid } })
    child.kill("SIGKILL")
    await once(child, "exit")
    const lock = await lockFile(target)
    expect(lock).toHaveProperty("release")
    if ("release" in lock) await lock.release()
    expect(await readdir(folder)).toEqual([])
  })

  test.each([
    ["of a process id that was used again", { began: "1" }],
    ["of an earlier start of the system", { boot: "0badcafe" }],
    ["of this process that was released", {}],
  ])("%s counts for nothing", async (_, parts) => {
    const claim = join(folder, claimNamed("target", parts))
    await writeFile(claim, "")
    const lock = await lockFile(join(folder, "target"))
    expect(lock).toHaveProperty("release")
    await expect(stat(claim)).rejects.toThrow("ENOENT")
  })

  test.each([
    ["on another host", { pid: 1, host: "elsewhere" }, { pid: 1, host: "elsewhere" }],
    ["in another container", { pid: 1, namespace: "1" }, { pid: 1 }],
  ])("held %s stays, for it cannot be asked", async (_, parts, told) => {
    const claim = join(folder, claimNamed("target", parts))
    await writeFile(claim, "")
    expect(await lockFile(join(folder, "target"))).toEqual({
      holder: { host: expect.any(String), ...told, claim, is_running: false },
    })
    expect(await readdir(folder)).toHaveLength(1)
  })

  test("held by another thread of this process stays", async () => {
    const claim = join(folder, claimNamed("target", { thread: 7 }))
    await writeFile(claim, "")
    expect(await lockFile(join(folder, "target"))).toMatchObject({
      holder: { pid: process.pid, claim, is_running: true },
    })
  })

  test("is private, and takes no name that only looks like a claim", async () => {
    const target = join(folder, "target")
    for (const name of [
      "target.lock-1",
      "target.lock-x-1-0-0badcafe-0badcafe-1-a",
      "other.lock-1-1-0-0badcafe",
    ]) {
      await writeFile(join(folder, name), "")
    }
    const lock = await lockFile(target)
    const { holder } = (await lockFile(target)) as { holder: LockHolder }
    expect((await stat(holder.claim)).mode & 0o777).toBe(0o600)
    await ("release" in lock ? lock.release() : undefined)
    expect(await readdir(folder)).toHaveLength(3)
  })

  test("is laid where its place says, however the folder is reached", async () => {
    const seen: string[] = []
    const inFolder = async <Result>(action: (at: string) => Promise<Result>): Promise<Result> => {
      seen.push(folder)
      return action(folder)
    }
    const place = { folder: "/the folder", name: "target", inFolder }
    const lock = await lockPlace(place)
    const [claim = ""] = await readdir(folder)
    expect(await lockPlace(place)).toMatchObject({ holder: { claim: `/the folder/${claim}` } })
    await ("release" in lock ? lock.release() : undefined)
    expect(await readdir(folder)).toEqual([])
    expect(seen.length).toBeGreaterThan(2)
  })

  test("is never held by two at once, and someone gets it", async () => {
    const target = join(folder, "target")
    let holders = 0
    let held = 0
    const worker = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1) {
        const lock = await lockFile(target)
        if (!("release" in lock)) continue
        holders += 1
        held += 1
        expect(holders).toBe(1)
        await new Promise((resolve) => setImmediate(resolve))
        holders -= 1
        await lock.release()
      }
    }
    await Promise.all(Array.from({ length: 6 }, worker))
    expect(held).toBeGreaterThan(0)
    expect(await readdir(folder)).toEqual([])
  })
})
