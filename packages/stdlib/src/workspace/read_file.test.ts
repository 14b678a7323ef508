import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { benchIn } from "./tool_bench.fixture.ts"

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("")

describe("read_file", () => {
  it.each(["a.txt", "with space/ä🙂.txt", "--option", "a\u00a0b"])("reads %s", async (path) => {
    const root = await folderWith({ [path]: "hello\n" })
    expect(await benchIn(root).call("read_file", { path })).toEqual({ ok: true, output: "hello\n" })
  })

  it("reads an empty file", async () => {
    const root = await folderWith({ empty: "" })
    expect(await benchIn(root).call("read_file", { path: "empty" })).toEqual({ ok: true, output: "" })
  })

  it("reads a range, numbered on request, and says where the file goes on", async () => {
    const root = await folderWith({ "a.txt": lines(12) })
    const bench = benchIn(root)
    const read = async (range: object) => (await bench.call("read_file", { path: "a.txt", ...range })).output
    expect(await read({ start_line: 2, end_line: 3 })).toBe("line 2\nline 3\n[the file goes on at line 4]")
    expect(await read({ start_line: 11 })).toBe("line 11\nline 12\n")
    expect(await read({ start_line: 11, end_line: 99 })).toBe("line 11\nline 12\n")
    expect(await read({ start_line: 9, end_line: 10, numbered: true })).toBe(
      " 9\tline 9\n10\tline 10\n[the file goes on at line 11]",
    )
    expect(await read({ end_line: 12, numbered: true })).toMatch(/^ 1\tline 1\n.*\n12\tline 12\n$/s)
  })

  it("refuses a range that is empty or past the end", async () => {
    const root = await folderWith({ "a.txt": "one\ntwo" })
    const bench = benchIn(root)
    expect((await bench.call("read_file", { path: "a.txt", start_line: 3 })).error).toBe(
      "a.txt has only 2 lines",
    )
    expect((await bench.call("read_file", { path: "a.txt", start_line: 2, end_line: 1 })).ok).toBe(false)
    expect((await bench.call("read_file", { path: "a.txt", start_line: 0 })).ok).toBe(false)
    expect((await bench.call("read_file", { path: "a.txt", start_line: 2 })).output).toBe("two")
  })

  it("refuses a large file, but reads ranges of it up to the limit", async () => {
    const root = await folderWith({ "big.log": lines(1_000_000), "one-line.json": "ä".repeat(1_000_000) })
    const bench = benchIn(root, { max_file_bytes: 1000 })
    expect((await bench.call("read_file", { path: "big.log" })).error).toMatch(
      /more than the limit of 1000; .*start_line/,
    )
    expect((await bench.call("read_file", { path: "big.log", start_line: 999_999 })).output).toBe(
      "line 999999\nline 1000000\n",
    )
    const part = (await bench.call("read_file", { path: "big.log", start_line: 500_000 })).output as string
    const next = Number(/\[the file goes on at line (\d+)\]$/.exec(part)?.[1])
    expect(part).toContain(`\nline ${next - 1}\n[`)
    expect(Buffer.byteLength(part)).toBeLessThan(1050)
    const one_line = (await bench.call("read_file", { path: "one-line.json", start_line: 1 }))
      .output as string
    expect(one_line).toMatch(/^ä{500}\n\[line 1 is cut/)
  })

  it("shows a long file page by page", async () => {
    const root = await folderWith({ "long.txt": lines(20_000) })
    const bench = benchIn(root)
    let text = ""
    let start_line: number | undefined
    for (let page = 0; page < 10 && start_line !== 0; page++) {
      const range = start_line === undefined ? {} : { start_line }
      const output = String((await bench.call("read_file", { path: "long.txt", ...range })).output)
      expect(output.length).toBeLessThan(50_000)
      start_line = Number(/\n\[the file goes on at line (\d+)\]$/.exec(output)?.[1] ?? 0)
      text += output.replace(/\[the file goes on at line \d+\]$/, "")
    }
    expect(text).toBe(lines(20_000))
  })

  it("refuses binary files and folders", async () => {
    const root = await folderWith({
      "a.png": Buffer.from([137, 80, 0]),
      "src/a": "",
      "utf16.txt": Buffer.from("hi", "utf16le"),
    })
    const bench = benchIn(root)
    expect((await bench.call("read_file", { path: "a.png" })).error).toBe("a.png is a binary file (3 bytes)")
    expect((await bench.call("read_file", { path: "a.png", start_line: 1 })).error).toMatch(/binary/)
    expect((await bench.call("read_file", { path: "utf16.txt" })).error).toMatch(/binary/)
    expect((await bench.call("read_file", { path: "src" })).error).toBe("src is a folder, not a file")
  })

  it("suggests a near path, but none that is denied", async () => {
    const root = await folderWith({ "src/config.ts": "", "secret/config.ts": "" })
    const result = await benchIn(root, { denied_paths: ["secret/**"] }).call("read_file", {
      path: "config.ts",
    })
    expect(result.error).toBe("config.ts: no such file. Did you mean src/config.ts?")
  })
})
