import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { cpuMs } from "../../../foundation/src/process/cpu_time.fixture.ts"
import { benchIn } from "./tool_bench.fixture.ts"

describe("search", () => {
  it("takes many files in a few seconds of a processor", async () => {
    const root = await folderWith(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`d${index % 10}/f${index}`, "needle"])),
    )
    const started_at = cpuMs()
    for (const regex of [false, true]) {
      const { output } = await benchIn(root).call("search", { pattern: "needle", regex, limit: 1000 })
      expect(String(output).split("\n")).toHaveLength(300)
    }
    expect(cpuMs() - started_at).toBeLessThan(8000)
  })

  it("searches a single file of any size, with the right line numbers", async () => {
    const filler = `${"x".repeat(99)}\n`.repeat(120_000)
    const root = await folderWith({
      "big.log": `${filler}needle\n${filler}needle ä`,
      "a.bin": Buffer.from([0, 1]),
    })
    const bench = benchIn(root)
    expect((await bench.call("search", { pattern: "needle" })).output).toBe("no line matches in 0 files")
    for (const regex of [false, true]) {
      const result = await bench.call("search", { pattern: "needle", path: "big.log", regex })
      expect(result.output).toBe("big.log:120001: needle\nbig.log:240002: needle ä")
    }
    expect((await bench.call("search", { pattern: "x", path: "a.bin" })).error).toBe("a.bin is a binary file")
  })
})
