import { rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { git, initRepository } from "./git.ts"
import { benchIn, folderWith } from "./workspace.fixture.ts"

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
      /more than the limit of 1000.*start_line/,
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
    expect(one_line).toMatch(/^ä{500}\n\[/)
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

describe("list_files", () => {
  it("lists a repository without what git ignores", async () => {
    const root = await folderWith({
      ...{ ".gitignore": "dist/\n*.log\n", "src/a.ts": "", "src/b.ts": "", "dist/a.js": "", "x.log": "" },
      ...{ "node_modules/p/index.js": "", "gone.ts": "", "new.ts": "", "with space/ü\n.ts": "" },
    })
    await initRepository(root)
    await git(root, ["add", "src/a.ts", "gone.ts"])
    await rm(join(root, "gone.ts"))
    const bench = benchIn(root)
    expect((await bench.call("list_files", {})).output).toBe(
      '.gitignore\nnew.ts\nsrc/a.ts\nsrc/b.ts\n"with space/ü\\n.ts"',
    )
    expect((await bench.call("list_files", { path: "dist" })).output).toBe("dist/a.js")
    expect((await bench.call("list_files", { path: "node_modules/p" })).output).toBe(
      "node_modules/p/index.js",
    )
  })

  it("lists a folder that is no repository, or ignored by the one around it", async () => {
    const files = {
      ".gitignore": "inner",
      "inner/a.ts": "",
      "inner/sub/b.ts": "",
      "inner/node_modules/x.js": "",
    }
    const root = await folderWith(files)
    const bench = benchIn(join(root, "inner"))
    expect((await bench.call("list_files", {})).output).toBe("a.ts\nsub/b.ts")
    await initRepository(root)
    expect((await bench.call("list_files", {})).output).toBe("a.ts\nsub/b.ts")
  })

  it("sums up what is deeper than asked for", async () => {
    const root = await folderWith({ "a/1": "", "a/b/2": "", "a/b/c/3": "", "a/d/4": "" })
    const bench = benchIn(root)
    expect((await bench.call("list_files", { depth: 1 })).output).toBe("a/ (4 files)")
    expect((await bench.call("list_files", { depth: 2 })).output).toBe("a/1\na/b/ (2 files)\na/d/ (1 file)")
    expect((await bench.call("list_files", { path: "a/b", depth: 1 })).output).toBe("a/b/2\na/b/c/ (1 file)")
  })

  it("stops at the limit and says so", async () => {
    const root = await folderWith(
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, ""])),
    )
    const { output } = await benchIn(root).call("list_files", { limit: 10 })
    expect(String(output).split("\n")).toHaveLength(11)
    expect(output).toContain("[10 of 30 lines shown")
  })

  it("leaves out denied files and does not go into linked folders", async () => {
    const root = await folderWith({ ".env": "", "a.ts": "", ".git/config": "", "real/b.ts": "" })
    await symlink("/", join(root, "link"))
    expect((await benchIn(root, { denied_paths: [".env"] }).call("list_files", {})).output).toBe(
      "a.ts\nlink\nreal/b.ts",
    )
  })

  it("takes names literally that git would read as patterns", async () => {
    const root = await folderWith({ "[id]/a.ts": "", "i/b.ts": "", "*/c.ts": "", ":(top)/d.ts": "" })
    await initRepository(root)
    const bench = benchIn(root)
    expect((await bench.call("list_files", { path: "[id]" })).output).toBe("[id]/a.ts")
    expect((await bench.call("list_files", { path: "*" })).output).toBe("*/c.ts")
    expect((await bench.call("list_files", { path: ":(top)" })).output).toBe(":(top)/d.ts")
  })
})

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

  it("stops an expression that explodes, and stays responsive meanwhile", { timeout: 30_000 }, async () => {
    const root = await folderWith({ "a.txt": "early match aab\n", "b.txt": `${"a".repeat(60)}!\n` })
    let ticks = 0
    const ticking = setInterval(() => ticks++, 20)
    const started_at = performance.now()
    const result = await benchIn(root).call("search", { pattern: "^(early match )?(a|a)+b$", regex: true })
    clearInterval(ticking)
    expect(result.output).toMatch(/^a\.txt:1: early match aab\n\[stopped after 10 s in b\.txt/)
    expect(performance.now() - started_at).toBeLessThan(13_000)
    expect(ticks).toBeGreaterThan(100)
  })

  it("ends on abort", async () => {
    const root = await folderWith({ "b.txt": `${"a".repeat(60)}!\n` })
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 300)
    const started_at = performance.now()
    const result = await benchIn(root).call("search", { pattern: "^(a|a)+$", regex: true }, controller.signal)
    expect(result).toMatchObject({ ok: false, error: "the search was aborted" })
    expect(performance.now() - started_at).toBeLessThan(3000)
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
    expect(many).toContain("[more than 5 lines match")
  })

  it("leaves out binary, large, ignored, denied and unreadable files", async () => {
    const root = await folderWith({
      ...{
        "a.bin": Buffer.from("needle\0"),
        "big.txt": `needle${" ".repeat(2000)}`,
        "ignored.txt": "needle",
      },
      ...{ ".env": "needle", ".gitignore": "ignored.txt", "a.txt": "needle", ".git-not/x": "needle" },
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

  it("takes a thousand files in a few seconds", async () => {
    const root = await folderWith(
      Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`d${index % 10}/f${index}`, "needle"])),
    )
    const started_at = performance.now()
    for (const regex of [false, true]) {
      const { output } = await benchIn(root).call("search", { pattern: "needle", regex, limit: 1000 })
      expect(String(output).split("\n")).toHaveLength(1000)
    }
    expect(performance.now() - started_at).toBeLessThan(8000)
  })

  it("refuses text over several lines", async () => {
    const root = await folderWith()
    expect((await benchIn(root).call("search", { pattern: "a\nb" })).error).toMatch(/line by line/)
  })
})
