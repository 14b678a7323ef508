import { mkdir, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../../foundation/src/git/repository.fixture.ts"
import { localise } from "./localise.ts"

const tenLines = Array.from({ length: 10 }, (_, at) => `line ${at + 1}\n`).join("")

/** Hits as `path:start-end`, with what was skipped. */
async function find(
  root: string,
  paths: readonly string[],
  keywords: readonly string[] = [],
  max_hits?: number,
) {
  const candidate_files = paths.map((path) => ({ path, why: "" }))
  const found = await localise({ root, candidate_files, keywords, max_hits })
  const places = found.hits.map(({ path, line_start, line_end }) => `${path}:${line_start}-${line_end}`)
  return { ...found, places, reasons: found.skipped.map(({ path, reason }) => `${path}: ${reason}`) }
}

// @requirement self-correction.localise
describe("localise", () => {
  it("gives exactly the lines that are named", async () => {
    const root = await folderWith({ "a.txt": tenLines })
    const { hits, skipped, fallback } = await find(root, ["a.txt:5-7", "a.txt:2"])
    expect(hits).toEqual([
      { path: "a.txt", line_start: 5, line_end: 7, snippet: "line 5\nline 6\nline 7" },
      { path: "a.txt", line_start: 2, line_end: 2, snippet: "line 2" },
    ])
    expect({ skipped, fallback }).toEqual({ skipped: [], fallback: false })
  })

  it("gives a hit for each line with a keyword, in any case", async () => {
    const root = await folderWith({ "src/a.ts": "const PRICE = 1\n\nlet x = 2\nreturn price\r\n" })
    const { hits } = await find(root, ["src/a.ts"], ["Price"])
    expect(hits).toEqual([
      { path: "src/a.ts", line_start: 1, line_end: 1, snippet: "const PRICE = 1" },
      { path: "src/a.ts", line_start: 4, line_end: 4, snippet: "return price" },
    ])
  })

  it("gives the first line with text when there are no keywords, and no other", async () => {
    const root = await folderWith({ "a.txt": `\n  \n${tenLines}`, "blank.txt": "\n \n", "empty.txt": "" })
    const { places, reasons } = await find(root, ["a.txt", "blank.txt", "empty.txt"])
    expect(places).toEqual(["a.txt:3-3"])
    expect(reasons).toEqual(["blank.txt: there is no text in it", "empty.txt: there is no text in it"])
  })

  it("clamps a range to the file and says why one is dropped", async () => {
    const root = await folderWith({ "a.txt": tenLines, "one.txt": "one" })
    const { places, reasons } = await find(root, [
      "a.txt:0-2",
      "a.txt:9-99",
      "a.txt:7-5",
      "a.txt:11-12",
      "one.txt:2",
    ])
    expect(places).toEqual(["a.txt:1-2", "a.txt:9-10"])
    expect(reasons).toEqual([
      "a.txt:7-5: the range 7-5 is reversed",
      "a.txt:11-12: line 11 is past the end; the file has 10 lines",
      "one.txt:2: line 2 is past the end; the file has 1 line",
    ])
  })

  it("gives no hit for a file that is missing, a folder, binary, not UTF-8 or too large", async () => {
    const root = await folderWith({
      "sub/a.txt": "price",
      "binary.bin": Buffer.from([112, 114, 0, 105]),
      "latin.txt": Buffer.from([112, 0xe9, 114]),
      "large.txt": "price\n".repeat(400_000),
    })
    const { hits, reasons } = await find(
      root,
      ["none.ts", "sub", "binary.bin", "latin.txt", "large.txt"],
      ["price"],
    )
    expect(hits).toEqual([])
    expect(reasons).toEqual([
      "none.ts: there is no such file",
      "sub: sub is a folder, not a file",
      "binary.bin: binary.bin is a binary file (4 bytes)",
      "latin.txt: latin.txt is not UTF-8 text (3 bytes)",
      "large.txt: it is larger than 2 MiB",
    ])
  })

  it("does not leave the repository, by spelling or by a link, and keeps to what a fix may touch", async () => {
    const outside = await folderWith({ "secret.txt": "price" })
    const root = await folderWith({ "a.txt": "price", ".env": "price=1", "sub/.git/config": "price" })
    await symlink(join(outside, "secret.txt"), join(root, "link.txt"))
    await symlink(outside, join(root, "linked"))
    await symlink("a.txt", join(root, "inner.txt"))
    const paths = [
      join(outside, "secret.txt"),
      join(root, "a.txt"),
      "../x/secret.txt",
      "link.txt",
      "linked/secret.txt",
    ]
    const { hits, reasons } = await find(root, [...paths, ".env", "sub/.git/config"], ["price"])
    expect(hits).toEqual([])
    expect(reasons.map((reason) => reason.slice(reason.lastIndexOf(": ") + 2))).toEqual([
      "an absolute path is not allowed; give it relative to the root of the repository",
      "an absolute path is not allowed; give it relative to the root of the repository",
      '".." is not allowed; give it relative to the root of the repository',
      "link.txt leads out of the workspace by a symbolic link",
      "linked/secret.txt leads out of the workspace by a symbolic link",
      "no fix may touch it (denied by .env)",
      "refusing to touch a sensitive path (denied by .git/**)",
    ])
    expect((await find(root, ["inner.txt"], ["price"])).places).toEqual(["a.txt:1-1"])
  })

  it("stops at twenty hits of all files together", async () => {
    const root = await folderWith({
      "a.txt": "price\n".repeat(15),
      "b.txt": "price\n".repeat(15),
      "c.txt": "price",
    })
    const { hits, reasons } = await find(root, ["a.txt", "b.txt", "c.txt"], ["price"])
    expect(hits.filter(({ path }) => path === "a.txt")).toHaveLength(15)
    expect(hits).toHaveLength(20)
    expect(reasons).toEqual(["c.txt: there are 20 hits already"])
    expect((await find(root, ["a.txt"], ["price"], 3)).hits).toHaveLength(3)
  })

  it("names a place once, cuts long ranges and long lines", async () => {
    const root = await folderWith({ "a.txt": "x\n".repeat(500), "wide.txt": `price ${"y".repeat(5000)}` })
    const { places, hits, reasons } = await find(
      root,
      ["a.txt:1-450", "./a.txt:1-450", "wide.txt"],
      ["price"],
    )
    expect(places).toEqual(["a.txt:1-400", "wide.txt:1-1"])
    expect(hits[1]?.snippet).toHaveLength(1000)
    expect(reasons[0]).toBe("a.txt:1-450: only 400 lines of the range were taken")
  })

  it("refuses a root that is not a folder", async () => {
    await expect(find("/nowhere/at/all", ["a"])).rejects.toThrow(expect.objectContaining({ option: "root" }))
  })
})

describe("localise without a hit of its candidates", () => {
  const files = {
    "README.md": "The shop. discount here, discount there.",
    "src/price.ts": "export function half() {}\n// rounding\nrounding()\n",
    "src/other.ts": "nothing of it",
    "docs/a.md": "discount",
    ".env": "rounding discount",
  }

  it("looks for the keywords in tracked files, the rarer words first, and says so", async () => {
    const root = await repositoryWith(files)
    await writeFile(join(root, "untracked.ts"), "discount rounding")
    const once = await find(root, ["src/none.ts"], ["discount", "rounding"])
    expect(once.places).toEqual(["src/price.ts:2-2", "src/price.ts:3-3", "README.md:1-1", "docs/a.md:1-1"])
    expect(once).toMatchObject({ fallback: true, reasons: ["src/none.ts: there is no such file"] })
    expect((await find(root, [], ["discount", "rounding"])).places).toEqual(once.places)
    expect((await find(root, [], ["discount", "rounding"], 2)).places).toHaveLength(2)
    expect(await find(root, [], ["-l", "--help"])).toMatchObject({ hits: [], fallback: false })
    expect(await find(root, ["src/none.ts"], [])).toMatchObject({ hits: [], fallback: false })
  })

  it("falls back on the candidates themselves when the words occur nowhere", async () => {
    const root = await repositoryWith(files)
    const found = await find(root, ["src/other.ts", "src/none.ts"], ["elsewhere"])
    expect(found).toMatchObject({ places: ["src/other.ts:1-1"], fallback: false })
    expect(found.reasons).toContain("src/other.ts: none of the keywords occurs in it")
  })

  it("keeps a candidate without the words beside files that have them", async () => {
    const root = await repositoryWith(files)
    const alone = await find(root, ["src/other.ts"], ["rounding"])
    expect(alone).toMatchObject({
      fallback: true,
      places: ["src/other.ts:1-1", "src/price.ts:2-2", "src/price.ts:3-3"],
    })
    const beside = await find(root, ["src/other.ts", "docs/a.md"], ["discount"])
    expect(beside).toMatchObject({ fallback: false, places: ["docs/a.md:1-1", "src/other.ts:1-1"] })
    expect((await find(root, ["src/other.ts"], ["rounding"], 2)).places).toHaveLength(2)
  })

  it("finds nothing outside a repository", async () => {
    const root = await folderWith(files)
    await mkdir(join(root, "empty"))
    expect(await find(join(root, "src"), [], ["discount"])).toMatchObject({ hits: [], fallback: false })
  })
})
