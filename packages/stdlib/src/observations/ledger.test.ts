import { appendFile, readFile, stat, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { openObservationLedger } from "./ledger.ts"
import { observed } from "./observations.fixture.ts"

const NOON = Date.parse("2026-05-01T12:00:00Z")

/** A ledger with one observation an hour, the last at noon. */
async function ledgerWith(count: number, details: (index: number) => object = () => ({})) {
  const path = join(await folderWith(), "deep", "ledger.jsonl")
  let now = NOON - (count - 1) * 3_600_000
  const ledger = openObservationLedger(path, { now: () => now })
  for (let index = 0; index < count; index += 1) {
    if (index > 0) now += 3_600_000
    await ledger.append(observed({ run_id: `run-${index}`, ...details(index) }))
  }
  const runs = async (query = {}) => (await ledger.query(query)).observations.map(({ run_id }) => run_id)
  return { path, ledger, runs }
}

describe("query", () => {
  it("gives the newest first, 20 by default", async () => {
    const { ledger, runs } = await ledgerWith(25)
    expect((await runs()).slice(0, 3)).toEqual(["run-24", "run-23", "run-22"])
    expect(await runs()).toHaveLength(20)
    expect(await runs({ limit: 100 })).toHaveLength(25)
    expect((await ledger.query()).observations[0]).toEqual({
      ...observed({ run_id: "run-24" }),
      timestamp: "2026-05-01T12:00:00.000Z",
    })
  })

  it("asks for a repository, a path, an outcome and a window", async () => {
    const { runs } = await ledgerWith(6, (index) => ({
      repository: index % 2 === 0 ? "shop" : "other",
      touched_files: index < 3 ? ["a.py", "b.py"] : ["c.py"],
      outcome: index === 4 ? "success" : "fail",
    }))
    expect(await runs({ repository: "other" })).toEqual(["run-5", "run-3", "run-1"])
    expect(await runs({ path: "b.py" })).toEqual(["run-2", "run-1", "run-0"])
    expect(await runs({ outcome: "success" })).toEqual(["run-4"])
    expect(await runs({ since: "2h" })).toEqual(["run-5", "run-4", "run-3"])
    expect(await runs({ since: new Date(NOON - 60_000) })).toEqual(["run-5"])
    expect(await runs({ since: "2026-05-01T11:30:00Z", repository: "shop" })).toEqual([])
  })

  it.each([
    [{ since: "yesterday" }, /^since: expected a window/],
    [{ since: "24" }, /since/],
    [{ limit: 0 }, /limit/],
    [{ limit: 1.5 }, /limit/],
  ])("refuses %j", async (query, message) => {
    await expect((await ledgerWith(1)).ledger.query(query)).rejects.toThrow(message)
  })

  it("of a ledger nobody wrote is empty, and makes no file", async () => {
    const path = join(await folderWith(), "none.jsonl")
    expect(await openObservationLedger(path).query()).toEqual({ observations: [], damaged_lines: 0 })
    await expect(stat(path)).rejects.toThrow("ENOENT")
  })
})

describe("the file", () => {
  it("is for its owner alone, also when it was not", async () => {
    const { path, ledger } = await ledgerWith(1)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const other = join(await folderWith({ "open.jsonl": "" }), "open.jsonl")
    await openObservationLedger(other).append(observed())
    expect((await stat(other)).mode & 0o777).toBe(0o600)
    expect(ledger.path).toBe(path)
  })

  it("is a header and a line of JSON an observation", async () => {
    const { path } = await ledgerWith(2)
    const lines = (await readFile(path, "utf8")).split("\n").map((line) => JSON.parse(line) as unknown)
    expect(lines).toEqual([
      { ledger: "proofloop observations", version: 1 },
      expect.objectContaining({ run_id: "run-0" }),
      expect.objectContaining({ run_id: "run-1" }),
    ])
  })

  it("cut off in its last line tells so, and keeps what comes after apart", async () => {
    const { path, ledger, runs } = await ledgerWith(3)
    await truncate(path, (await stat(path)).size - 20)
    expect(await runs()).toEqual(["run-1", "run-0"])
    expect((await ledger.query()).damaged_lines).toBe(1)
    await ledger.append(observed({ run_id: "after" }))
    expect(await runs()).toEqual(["after", "run-1", "run-0"])
    expect((await ledger.query()).damaged_lines).toBe(1)
  })

  it("may hold lines of others, of any length", async () => {
    const { path, ledger, runs } = await ledgerWith(2)
    await appendFile(path, `\nnull\n{"outcome":"fail"}\n${"x".repeat(1_500_000)}\n\n`)
    await ledger.append(observed({ run_id: "last" }))
    expect(await runs()).toEqual(["last", "run-1", "run-0"])
    expect((await ledger.query()).damaged_lines).toBe(3)
  })

  it("is read from its end, and no further than is asked for", async () => {
    const { path, ledger, runs } = await ledgerWith(2)
    const [header = "", ...lines] = (await readFile(path, "utf8")).split("\n")
    await writeFile(path, `${header}\n${`{"padding":"${"x".repeat(40)}"}\n`.repeat(3000)}${lines.join("\n")}`)
    expect((await ledger.query({ limit: 2 })).damaged_lines).toBe(0)
    expect((await ledger.query({ limit: 3 })).damaged_lines).toBe(3000)
    expect(await runs({ limit: 3 })).toEqual(["run-1", "run-0"])
  })

  it("is not read past the window", async () => {
    const { path, ledger } = await ledgerWith(3)
    const [header = "", ...lines] = (await readFile(path, "utf8")).split("\n")
    await writeFile(path, `${header}\nbroken\n${lines.join("\n")}`)
    expect(await ledger.query({ since: "30m" })).toMatchObject({
      damaged_lines: 0,
      observations: { length: 1 },
    })
    expect((await ledger.query({ since: "9h" })).damaged_lines).toBe(1)
  })
})

describe("append", () => {
  it("takes secrets out of every text", async () => {
    const { path, ledger } = await ledgerWith(0)
    const token = `ghp_${"a".repeat(36)}`
    await ledger.append(
      observed({
        run_id: token,
        branch: `x ${token}`,
        model: token,
        touched_files: [`a/${token}`],
        repository: token,
      }),
    )
    expect(await readFile(path, "utf8")).not.toContain(token)
    expect((await ledger.query()).observations[0]?.branch).toBe("x [redacted]")
  })

  it.each([
    [{ outcome: "maybe" }, /observation\.outcome/],
    [{ failure_modes: ["Not A Label"] }, /observation\.failure_modes\.0/],
    [{ confidence: 2 }, /observation\.confidence/],
    [{ touched_files: Array.from({ length: 201 }, () => "a") }, /observation\.touched_files/],
  ])("refuses %j", async (details, message) => {
    const { ledger } = await ledgerWith(0)
    await expect(ledger.append({ ...observed(), ...details } as never)).rejects.toThrow(message)
  })
})
