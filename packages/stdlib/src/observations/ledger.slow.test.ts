import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"

describe("the file", () => {
  it("gets every observation of eight processes that write at once, each whole", async () => {
    const path = join(await folderWith(), "ledger.jsonl")
    const module = fileURLToPath(new URL("./ledger_file.ts", import.meta.url))
    const program = `
      const { appendLine } = await import(process.argv[1])
      const [, , path, writer] = process.argv
      for (let index = 0; index < 50; index += 1)
        await appendLine(path, JSON.stringify({ writer, index, padding: "x".repeat(index * 400) }))`
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      const flags = ["--import", "tsx", "--input-type=module", "-e", program]
      const child = spawn(process.execPath, [...flags, module, path, String(writer)], { stdio: "inherit" })
      expect(await once(child, "exit")).toEqual([0, null])
    })
    await Promise.all(writers)
    const [header, ...lines] = (await readFile(path, "utf8"))
      .split("\n")
      .map((line) => JSON.parse(line) as object)
    expect(header).toHaveProperty("version", 1)
    const written = lines
      .map((line) =>
        JSON.stringify(line)
          .slice(0, 30)
          .replace(/,"padding.*$/, ""),
      )
      .sort()
    expect(new Set(written).size).toBe(400)
    expect(written).toHaveLength(400)
  })
})
