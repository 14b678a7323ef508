import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { accountIdentity, openAudit } from "./audit.ts"

let folder = ""
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop-audit-"))
})
afterEach(async () => rm(folder, { recursive: true, force: true }))

test("writers at the same time make one chain, and a changed or missing line is told by its number", async () => {
  const by = accountIdentity()
  expect(by.name.startsWith(`${userInfo().username}@`)).toBe(true)
  await Promise.all(
    Array.from({ length: 8 }, async (_, turn) =>
      openAudit(folder, () => turn).add({ by, did: "drain", about: { turn } }),
    ),
  )
  const records = await openAudit(folder, Date.now).read()
  expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  const file = join(folder, "audit.jsonl")
  const lines = (await readFile(file, "utf8")).split("\n")
  const without = async (text: string) => {
    await writeFile(file, text)
    return openAudit(folder, Date.now).read()
  }
  await expect(without(lines.toSpliced(3, 1).join("\n"))).rejects.toThrow("line 4: it does not follow")
  const changed = lines.with(1, lines[1]?.replace("drain", "lift") ?? "").join("\n")
  await expect(without(changed)).rejects.toThrow("line 2: it does not follow")
  await expect(without(lines.with(0, "{").join("\n"))).rejects.toThrow("line 1: cannot be read")
})

test("a line that a crash tore is no record, and the next one follows the last whole one", async () => {
  const audit = openAudit(folder, () => 0)
  const file = join(folder, "audit.jsonl")
  const by = accountIdentity()
  await audit.add({ by, did: "stop", about: {} })
  await writeFile(file, `${await readFile(file, "utf8")}{"at":"19`)
  await audit.add({ by, did: "lift", about: {} })
  expect((await audit.read()).map(({ did }) => did)).toEqual(["stop", "lift"])
})

test.skipIf(process.platform === "win32")("a link in its place is neither read nor written to", async () => {
  const target = join(folder, "elsewhere")
  await writeFile(target, "")
  await symlink(target, join(folder, "audit.jsonl"))
  const audit = openAudit(folder, Date.now)
  await expect(audit.read()).rejects.toMatchObject({ code: "ELOOP" })
  await expect(audit.add({ by: accountIdentity(), did: "stop", about: {} })).rejects.toThrow("ELOOP")
  expect(await readFile(target, "utf8")).toBe("")
})
