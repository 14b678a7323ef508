import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { appendFile, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { lockFile } from "@proofloop/foundation/process"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { openJournalFile } from "./store.ts"

let folder = ""
let file = ""
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop journal-"))
  file = join(folder, "runs", "a journal.jsonl")
})
afterEach(() => rm(folder, { recursive: true }))

async function leftovers(): Promise<readonly string[]> {
  return (await readdir(join(folder, "runs"))).filter((name) => name.includes(".lock-"))
}

describe("a journal file", () => {
  test.each(["write", "fsync"] as const)(
    "keeps its lines (durability %s) and no lock",
    async (durability) => {
      const first = await openJournalFile({ file, durability })
      expect(await first.read()).toEqual([])
      await first.append('{"a":1}')
      await first.append('{"b":"ä"}')
      await first.close()
      const second = await openJournalFile({ file, durability })
      expect(await second.read()).toEqual(['{"a":1}', '{"b":"ä"}'])
      await second.append('{"c":3}')
      await second.close()
      expect(await readFile(file, "utf8")).toBe('{"a":1}\n{"b":"ä"}\n{"c":3}\n')
      expect(await leftovers()).toEqual([])
    },
  )

  test.skipIf(process.platform === "win32")("can be read by its owner alone", async () => {
    const store = await openJournalFile({ file })
    await store.close()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test.each(['{"torn', "\0\0\0\0", '{"whole":1}'])("drops a last line that was cut off: %j", async (tail) => {
    const first = await openJournalFile({ file })
    await first.read()
    await first.append('{"a":1}')
    await first.close()
    await appendFile(file, tail)
    const second = await openJournalFile({ file })
    expect(await second.read()).toEqual(['{"a":1}'])
    await second.append('{"b":2}')
    await second.close()
    expect(await readFile(file, "utf8")).toBe('{"a":1}\n{"b":2}\n')
  })

  test("is refused while another run writes it, naming who does and what to delete", async () => {
    const first = await openJournalFile({ file })
    const refusal = openJournalFile({ file })
    await expect(refusal).rejects.toMatchObject({ code: "journal_locked" })
    await expect(refusal).rejects.toThrow(`is in use by process ${process.pid} on `)
    const [claim = ""] = await leftovers()
    await expect(refusal).rejects.toThrow(claim)
    await first.close()
    await (await openJournalFile({ file })).close()
  })

  test("is read line by line, however long they are", async () => {
    const lines = [
      "{}",
      JSON.stringify({ text: "ä".repeat(200_000) }),
      "",
      JSON.stringify({ text: "x".repeat(65_536) }),
    ]
    const first = await openJournalFile({ file })
    await first.read()
    for (const line of lines) await first.append(line)
    await first.close()
    await appendFile(file, "torn ä".repeat(50_000))
    const second = await openJournalFile({ file })
    expect(await second.read()).toEqual(lines)
    await second.append("last")
    await second.close()
    expect(await readFile(file, "utf8")).toBe(`${[...lines, "last"].join("\n")}\n`)
  })

  test.skipIf(process.platform === "win32")("is one file however it is reached", async () => {
    const first = await openJournalFile({ file })
    await symlink(file, join(folder, "a link"))
    await symlink(join(folder, "runs"), join(folder, "another folder"))
    await expect(openJournalFile({ file: join(folder, "a link") })).rejects.toMatchObject({
      code: "journal_locked",
    })
    const other = join(folder, "another folder", "a journal.jsonl")
    await expect(openJournalFile({ file: other })).rejects.toMatchObject({ code: "journal_locked" })
    await first.close()
  })

  test("that is a folder leaves no lock behind", async () => {
    await expect(openJournalFile({ file: folder })).rejects.toThrow("EISDIR")
    expect(
      (await readdir(tmpdir())).filter((name) => name.startsWith(`${folder.split("/").at(-1)}.lock-`)),
    ).toEqual([])
  })
})

describe("a lock", () => {
  const claimScript = `
    const { lockFile } = await import(process.argv[1])
    const lock = await lockFile(process.argv[2])
    process.stdout.write("release" in lock ? "held" : "refused " + lock.holder.pid)
    if (process.argv[3] === "stay") setInterval(() => undefined, 1000)
    else if ("release" in lock) await lock.release()
  `
  const lockModule = new URL("../../../../foundation/src/process/lock_file.ts", import.meta.url).href

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

  test("of a process id that was used again counts for nothing where the system tells its start", async () => {
    const target = join(folder, "target")
    const alive = process.platform === "linux" ? [] : [target]
    const { hostname } = await import("node:os")
    await writeFile(`${target}.lock-${process.pid}-1-0badcafe-${hostname()}`, "")
    const lock = await lockFile(target)
    expect("holder" in lock).toBe(alive.length > 0)
    if ("release" in lock) await lock.release()
  })

  test("held on another host stays, for nobody can tell", async () => {
    const target = join(folder, "target")
    await writeFile(`${target}.lock-1-1-0badcafe-elsewhere`, "")
    expect(await lockFile(target)).toMatchObject({ holder: { pid: 1, host: "elsewhere" } })
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
