import { appendFile, mkdtemp, readdir, readFile, rm, stat, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
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
