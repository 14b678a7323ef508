import { readdir, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { openWorkspace } from "@proofloop/foundation/files"
import { initRepository } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { callTool } from "../../../runtime/src/tools/call_tool.fixture.ts"
import { searchTool } from "./search.ts"
import { benchIn } from "./tool_bench.fixture.ts"

describe("search", () => {
  it("finds literal text", async () => {
    const root = await folderWith({ "a.ts": "let x = f(1)\nlet y\n", "b/c.ts": "f(1)\r\n", "d.md": "f(2)" })
    const bench = benchIn(root)
    expect((await bench.call("search", { pattern: "f(1)" })).output).toBe(
      "a.ts:1: let x = f(1)\nb/c.ts:1: f(1)",
    )
    expect((await bench.call("search", { pattern: "f(1)", path: "b" })).output).toBe("b/c.ts:1: f(1)")
    expect((await bench.call("search", { pattern: "f(1)", path: "a.ts" })).output).toBe(
      "a.ts:1: let x = f(1)",
    )
    expect((await bench.call("search", { pattern: "F(", ignore_case: true, glob: "*.md" })).output).toBe(
      "d.md:1: f(2)",
    )
    expect(await bench.call("search", { pattern: "nowhere" })).toMatchObject({
      ok: true,
      output: "no line matches in 3 files",
    })
  })

  it("finds regular expressions, also in the spelling of other tools", async () => {
    const root = await folderWith({ "a.ts": "const Max = 10\nconst min-x\n" })
    const bench = benchIn(root)
    const search = async (pattern: string) => (await bench.call("search", { pattern, regex: true })).output
    expect(await search(String.raw`\w+ = \d+$`)).toBe("a.ts:1: const Max = 10")
    expect(await search("(?i)MAX")).toBe("a.ts:1: const Max = 10")
    expect(await search(String.raw`min\-x`)).toBe("a.ts:2: const min-x")
    expect(await search(String.raw`\p{Lu}`)).toBe("a.ts:1: const Max = 10")
  })

  it("says what is wrong with an expression", async () => {
    const root = await folderWith({ "a.ts": "f(1)" })
    const result = await benchIn(root).call("search", { pattern: "f(", regex: true })
    expect(result.error).toMatch(/Invalid regular expression.*set regex to false/)
  })

  it("stops an expression that explodes, and stays responsive meanwhile", async () => {
    const root = await folderWith({ "a.txt": "early match aab\n", "b.txt": `${"a".repeat(60)}!\n` })
    const workspace = openWorkspace({ root, denied_paths: [], max_file_bytes: 1000 })
    let ticks = 0
    const ticking = setInterval(() => ticks++, 20)
    const call_arguments = { pattern: "^(early match )?(a|a)+b$", regex: true }
    const result = await callTool(searchTool(workspace, 1500), call_arguments)
    clearInterval(ticking)
    expect(result).toEqual({
      ok: true,
      output:
        "a.txt:1: early match aab\n[ran out of time in b.txt; use a simpler pattern or a narrower path]",
    })
    expect(ticks).toBeGreaterThan(30)
  })

  it.runIf(process.platform === "linux")("leaves no worker and no timer behind", async () => {
    const root = await folderWith({ "a.txt": "a", "b.bin": "\0" })
    const search = (pattern: string, path = ".") =>
      benchIn(root).call("search", { pattern, path, regex: true })
    await search("a")
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
    const threads = async () => (await readdir("/proc/self/task")).length
    const before = { timers: timers(), threads: await threads() }
    for (const pattern of ["a", "x", "a(", "b"]) await search(pattern)
    for (let round = 0; round < 4; round++) expect((await search("a", "b.bin")).ok).toBe(false)
    // The runner has timers of its own, which end; one that search left would not.
    while (timers() > before.timers || (await threads()) > before.threads) await setImmediate()
  })

  it("ends on abort", async () => {
    const root = await folderWith({ "b.txt": `${"a".repeat(60)}!\n` })
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 300)
    const result = await benchIn(root).call("search", { pattern: "^(a|a)+$", regex: true }, controller.signal)
    expect(result).toMatchObject({ ok: false, error: "the search was aborted" })
  })

  it("shows the part of a long line around the match and caps the number of lines", async () => {
    const root = await folderWith({
      "min.js": `${"a".repeat(500_000)}needle${"b".repeat(500_000)}`,
      "many.txt": "x\n".repeat(500),
    })
    const bench = benchIn(root)
    const { output } = await bench.call("search", { pattern: "needle" })
    expect(String(output)).toMatch(/^min\.js:1: \.\.\.a+needleb+\.\.\.$/)
    expect(String(output).length).toBeLessThan(350)
    const many = String((await bench.call("search", { pattern: "x", limit: 5 })).output)
    expect(many.split("\n")).toHaveLength(6)
    expect(many).toContain("[more lines match")
  })

  it("leaves out binary, large, ignored, denied and unreadable files", async () => {
    const root = await folderWith({
      "a.bin": Buffer.from("needle\0"),
      "big.txt": `needle${" ".repeat(2000)}`,
      "ignored.txt": "needle",
      ".env": "needle",
      ".gitignore": "ignored.txt",
      "a.txt": "needle",
      ".git-not/x": "needle",
    })
    await initRepository(root)
    await writeFile(join(root, ".git/needle"), "needle")
    await symlink("/etc", join(root, "etc"))
    const result = await benchIn(root, { max_file_bytes: 1000, denied_paths: [".env"] }).call("search", {
      pattern: "needle",
    })
    expect(result.output).toBe(".git-not/x:1: needle\na.txt:1: needle")
  })

  it("leaves out a name with a line break, which no tool could open", async () => {
    const root = await folderWith({ "a\nb.txt": "needle", "c.txt": "needle" })
    expect((await benchIn(root).call("search", { pattern: "needle" })).output).toBe("c.txt:1: needle")
  })

  it("refuses text over several lines", async () => {
    const root = await folderWith()
    expect((await benchIn(root).call("search", { pattern: "a\nb" })).error).toMatch(/line by line/)
  })
})
