import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, beforeEach, expect, it } from "vitest"
import { openSqlite, type SqliteConnection } from "./sqlite_connection.ts"

let folder: string
let connection: SqliteConnection
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop connection "))
  await writeFile(join(folder, "a.db"), "")
  connection = await openSqlite(join(folder, "a.db"))
  await connection.set("CREATE TABLE words (word TEXT) STRICT")
})
afterEach(async () => {
  await connection.close()
  await rm(folder, { recursive: true })
})

const words = () => connection.transaction("read", ({ all }) => all("SELECT word FROM words"))

it("transactions of one connection take turns, and a reader sees none that is open", async () => {
  const happened: string[] = []
  const write = (word: string) =>
    connection.transaction("write", async ({ run }) => {
      happened.push(`${word} begins`)
      await run("INSERT INTO words VALUES (?)", word)
      await sleep(20)
      happened.push(`${word} ends`)
    })
  const first = write("a")
  const seen = words()
  await Promise.all([first, write("b")])
  expect(happened).toEqual(["a begins", "a ends", "b begins", "b ends"])
  expect(await seen).toEqual([{ word: "a" }])
})

it("what failed is undone, whenever it failed, and the next one goes on", async () => {
  const failing = connection.transaction("write", async ({ run }) => {
    await run("INSERT INTO words VALUES ('lost')")
    await sleep(5)
    throw new Error("no")
  })
  const next = connection.transaction("write", ({ run }) => run("INSERT INTO words VALUES ('kept')"))
  await expect(failing).rejects.toThrow("no")
  expect(await next).toBe(1)
  expect(await words()).toEqual([{ word: "kept" }])
})

it("ends what has begun before it closes, and begins nothing after", async () => {
  const last = connection.transaction("write", async ({ run }) => {
    await sleep(10)
    return run("INSERT INTO words VALUES ('last')")
  })
  const closing = connection.close()
  const late = words()
  expect(await last).toBe(1)
  await closing
  await expect(late).rejects.toMatchObject({ code: "closed" })
})
