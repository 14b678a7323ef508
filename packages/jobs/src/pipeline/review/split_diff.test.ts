import { commitPaths, diffBetween, initRepository, requireGit } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { addFiles, folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { showsLine, splitDiff } from "./split_diff.ts"

async function diffOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  prepare: readonly string[] = ["status"],
): Promise<string> {
  const root = await folderWith(before)
  await initRepository(root)
  await commitPaths(root, Object.keys(before), "before")
  await requireGit(root, prepare)
  await addFiles(root, after)
  await requireGit(root, ["add", "--all"])
  await requireGit(root, ["commit", "--quiet", "--allow-empty", "-m", "after"])
  return diffBetween(root, "HEAD~1", "HEAD")
}

test("a diff is told by file, with the lines that each hunk shows", async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`)
  const edited = lines.with(1, "two").with(34, "thirty-five")
  const diff = await diffOf(
    { "a b.txt": `${lines.join("\n")}\n` },
    { "a b.txt": `${edited.join("\n")}\n`, "new.txt": "one\n" },
  )
  const { files, unread } = splitDiff(diff)
  expect(unread).toEqual([])
  expect(files.map(({ path, hunks }) => [path, hunks.map(({ first, count }) => [first, count])])).toEqual([
    [
      "a b.txt",
      [
        [1, 5],
        [32, 7],
      ],
    ],
    ["new.txt", [[1, 1]]],
  ])
  const [file] = files
  if (file === undefined) throw new Error("there is no file")
  expect([2, 5, 6, 31, 38, 39].map((line) => showsLine(file, line))).toEqual([
    true,
    true,
    false,
    false,
    true,
    false,
  ])
})

test("a line that looks like the head of a file is a line", async () => {
  const forged = "x\rdiff --git a/other.txt b/other.txt\u2028diff --git a/o b/o\n@@ -1 +1 @@\n"
  const { files } = splitDiff(await diffOf({ "a.txt": "x\n" }, { "a.txt": `${forged}diff --git a/z b/z\n` }))
  expect(files.map(({ path }) => path)).toEqual(["a.txt"])
})

test("a file that is gone, moved or no text is told by its name", async () => {
  const long = `${Array.from({ length: 30 }, (_, at) => `line ${at}`).join("\n")}\n`
  const moved = await diffOf({ "old.txt": long }, {}, ["mv", "old.txt", "new name.txt"])
  expect(splitDiff(moved).files).toEqual([{ path: "new name.txt", hunks: [] }])
  const gone = await diffOf({ "old.txt": "x\n", "k.txt": "k\n" }, {}, ["rm", "--quiet", "old.txt"])
  expect(splitDiff(gone).files.map(({ path }) => path)).toEqual(["old.txt"])
  const odd = await diffOf({ "k.txt": "k\n" }, { "data.bin": "\0\u0001\0", 'quo"te.txt': "x\n" })
  expect(splitDiff(odd)).toMatchObject({ files: [], unread: ["data.bin", expect.stringContaining("quo")] })
})
