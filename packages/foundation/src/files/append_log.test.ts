import { execFileSync, spawnSync } from "node:child_process"
import { chmod, mkdir, readdir, readFile, rename, stat, symlink, truncate, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { type AppendLogOptions, openAppendLog, readLog } from "./append_log.ts"
import { folderWith } from "./workspace.fixture.ts"

async function newPath(): Promise<string> {
  return join(await folderWith(), "deep", "er", "a log.jsonl")
}

async function append(path: string, text: string, options?: AppendLogOptions): Promise<boolean> {
  const log = await openAppendLog(path, options)
  try {
    await log.append(text)
    return log.is_new
  } finally {
    await log.close()
  }
}

const onPosix = process.platform !== "win32"

describe.each([
  { durability: "write", writers: "one" },
  { durability: "fsync", writers: "one" },
  { durability: "write", writers: "many" },
  { durability: "fsync", writers: "many" },
] as const)("a log with %o", (options) => {
  it("makes its folder and a private file, and adds behind what is there", async () => {
    const path = await newPath()
    expect(await append(path, "one\n", options)).toBe(true)
    expect(await append(path, "two ä\n", options)).toBe(false)
    expect(await readFile(path, "utf8")).toBe("one\ntwo ä\n")
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(dirname(path))).toEqual(["a log.jsonl"])
  })

  it.runIf(onPosix)("hides a file that others could read", async () => {
    const path = join(await folderWith({ "open.jsonl": "one\n" }), "open.jsonl")
    await chmod(path, 0o644)
    await append(path, "two\n", options)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it.runIf(onPosix)("refuses a link, a folder and a pipe as its file", async () => {
    const root = await folderWith({ "there.jsonl": "" })
    await symlink(join(root, "there.jsonl"), join(root, "link"))
    await symlink(join(root, "nowhere.jsonl"), join(root, "dangling"))
    await mkdir(join(root, "folder"))
    execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", join(root, "pipe")])
    for (const name of ["link", "dangling", "folder", "pipe"]) {
      await expect(openAppendLog(join(root, name), options)).rejects.toThrow(/ELOOP|EISDIR|expected a file/)
    }
    for (const name of ["link", "dangling", "pipe"]) {
      await expect(readLog(join(root, name), async () => 0)).rejects.toThrow(/ELOOP|expected a file/)
    }
    expect(await readdir(root)).toEqual(["dangling", "folder", "link", "pipe", "there.jsonl"])
  })

  it("begins a new file with its header, once", async () => {
    const path = await newPath()
    const given = { ...options, header: "# header\n" }
    expect(await append(path, "one\n", given)).toBe(true)
    expect(await append(path, "two\n", given)).toBe(false)
    expect(await readFile(path, "utf8")).toBe("# header\none\ntwo\n")
    expect(await readdir(dirname(path))).toEqual(["a log.jsonl"])
  })
})

describe("what cannot be written whole", () => {
  // A file may grow to 8 blocks of 512 bytes here; `trap` makes the write fail instead of the process.
  const program = `
    import { openAppendLog } from ${JSON.stringify(new URL("./append_log.ts", import.meta.url).href)}
    const log = await openAppendLog(process.argv[1], { writers: process.argv[2] })
    await log.append("first\\n")
    const failed = await log.append("x".repeat(5000) + "\\n").catch(({ message }) => message)
    await log.append("last\\n")
    process.stdout.write(String(failed))
  `
  it.runIf(process.platform === "linux").each([
    ["one", 0, "only 4090 of 5001 bytes written", "first\nlast\n"],
    // Behind a torn line there is no room for the last one.
    ["many", 1, "", `first\n${"x".repeat(4090)}`],
  ])("is an error; a log with %s writer has nothing of it", async (writers, code, told, left) => {
    const path = join(await folderWith(), "log")
    const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e", program, path, writers]
    const command = ["-c", 'trap "" XFSZ; ulimit -f 8; exec "$@"', "sh", ...node]
    const { status, stdout } = spawnSync("sh", command, { encoding: "utf8" })
    expect([status, stdout.replace(`${path}: `, "")]).toEqual([code, told])
    expect(await readFile(path, "utf8")).toBe(left)
  })
})

describe("a log with one writer", () => {
  it("is whole until somebody else cuts, continues, moves or replaces it", async () => {
    const path = await newPath()
    const log = await openAppendLog(path)
    await log.append("one\n")
    expect(log.isWhole()).toBe(true)
    await truncate(path, 2)
    expect(log.isWhole()).toBe(false)
    await truncate(path, 4)
    expect(log.isWhole()).toBe(true)
    await rename(path, `${path}.old`)
    expect(log.isWhole()).toBe(false)
    await writeFile(path, "one\n")
    expect(log.isWhole()).toBe(false)
    await rename(`${path}.old`, path)
    expect(log.isWhole()).toBe(true)
    await log.append("two\n")
    await log.cut(4)
    expect(log.isWhole()).toBe(true)
    await log.close()
  })
})

describe("reading", () => {
  it("tells of no file", async () => {
    expect(await readLog(await newPath(), async () => "there")).toBeNull()
  })

  it("gives whole lines with where they end, and what is torn behind them", async () => {
    const long = "ä".repeat(100_000)
    const path = join(await folderWith({ log: `one\n\n${long}\ntorn` }), "log")
    const lines: (readonly [string, number])[] = []
    const torn = await readLog(path, (reader) =>
      reader.visit((line, end) => lines.push([line.toString(), end])),
    )
    expect(torn?.toString()).toBe("torn")
    expect(lines).toEqual([
      ["one", 4],
      ["", 5],
      [long, 200_006],
    ])
  })

  it("goes on behind what was read before", async () => {
    const path = join(await folderWith({ log: "one\ntwo\ntorn" }), "log")
    const lines: (readonly [string, number])[] = []
    await readLog(path, (reader) => reader.visit((line, end) => lines.push([line.toString(), end]), 4))
    expect(lines).toEqual([["two", 8]])
  })

  it("can begin at the end, and stop at any line", async () => {
    const path = join(await folderWith({ log: `one\n\n${"x".repeat(200)}\nthree\nfour` }), "log")
    const read = async (max_bytes: number, until: string) => {
      const lines: string[] = []
      const limits = { max_bytes, max_line_bytes: 100 }
      await readLog(path, (reader) =>
        reader.visitBackwards(limits, (line) => lines.push(line) > 0 && line !== until),
      )
      return lines
    }
    expect(await read(1000, "")).toEqual(["four", "three", ""])
    expect(await read(1000, "never")).toEqual(["four", "three", "", "one"])
    expect(await read(1000, "four")).toEqual(["four"])
    expect(await read(0, "never")).toEqual([])
  })

  it("gives the bytes there were when it was opened, or what is left of them", async () => {
    const path = join(await folderWith({ log: "one\ntwo\n" }), "log")
    const read = await readLog(path, async (reader) => {
      await truncate(path, 4)
      return [reader.size, (await reader.bytes()).toString()]
    })
    expect(read).toEqual([8, "one\n"])
  })

  it.each([
    ["", true],
    ["one\n", true],
    ["one", false],
  ])("tells whether %j ends with a whole line", async (text, expected) => {
    const path = join(await folderWith({ log: text }), "log")
    expect(await readLog(path, (reader) => reader.endsWithLine())).toBe(expected)
  })
})

it("a torn tail that is cut is where the next line goes", async () => {
  const path = join(await folderWith({ log: "one\ntorn" }), "log")
  const log = await openAppendLog(path)
  let whole = 0
  const torn = await log.visit((_, end) => (whole = end))
  expect(torn.toString()).toBe("torn")
  await log.cut(whole)
  await log.append("two\n")
  await log.append("three\n")
  await log.close()
  expect(await readFile(path, "utf8")).toBe("one\ntwo\nthree\n")
})

it.runIf(onPosix)("what a person named is taken as it is", async () => {
  const root = await folderWith({ "there.jsonl": "one\n" })
  await chmod(join(root, "there.jsonl"), 0o644)
  await symlink(join(root, "there.jsonl"), join(root, "link"))
  await append(join(root, "link"), "two\n", { writers: "many", as_named: true })
  expect(await readFile(join(root, "there.jsonl"), "utf8")).toBe("one\ntwo\n")
  expect((await stat(join(root, "there.jsonl"))).mode & 0o777).toBe(0o644)
  await append("/dev/null", "three\n", { writers: "many", as_named: true })
})

it("many writers never write over each other", async () => {
  const path = join(await folderWith(), "log")
  const logs = await Promise.all(Array.from({ length: 4 }, () => openAppendLog(path, { writers: "many" })))
  const numbers = Array.from({ length: 10 }, (_, index) => index)
  await Promise.all(
    logs.flatMap((log, from) =>
      numbers.map((index) => log.append(`${"x".repeat(index * 400)}${index * 4 + from}\n`)),
    ),
  )
  for (const log of logs) await log.close()
  const lines = (await readFile(path, "utf8")).split("\n").map((line) => line.replace(/^x*/, ""))
  expect(lines.pop()).toBe("")
  expect(lines.map(Number).toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 40 }, (_, index) => index),
  )
})
