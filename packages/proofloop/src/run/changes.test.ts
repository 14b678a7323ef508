import { expect, test } from "vitest"
import { countChanges, renderChanges } from "./changes.ts"

const DIFF = `diff --git a/src/a b.js b/src/a b.js
index 1..2 100644
--- a/src/a b.js
+++ b/src/a b.js
@@ -1,2 +1,2 @@
--- a comment in Lua
-old
+new
 same
diff --git a/new.bin b/new.bin
new file mode 100644
Binary files /dev/null and b/new.bin differ
`

test("lines are counted file by file, headers and binaries aside", () => {
  expect(countChanges(DIFF)).toEqual([
    { path: "src/a b.js", added: 1, removed: 2 },
    { path: "new.bin", added: 0, removed: 0 },
  ])
  expect(countChanges("diff --git a/x b/y b/x b/y\n")).toEqual([{ path: "x b/y", added: 0, removed: 0 }])
  expect(countChanges("diff --git a/old b/new\n")).toEqual([{ path: "new", added: 0, removed: 0 }])
  expect(countChanges("")).toEqual([])
})

test("what had changed before the run is told apart", () => {
  const files = [{ path: "a", added: 1, removed: 0 }]
  expect(renderChanges({ files, dirty_before: 1 })).toEqual([
    "1 file, 1 of them changed before the run",
    "a  +1 -0",
  ])
  expect(renderChanges({ files: [], dirty_before: 0 })).toEqual(["none"])
  expect(renderChanges(null)[0]).toContain("not a git repository")
})

test("a file without lines has its path alone, and of many files the first are shown", () => {
  const many = Array.from({ length: 14 }, (_, at) => ({ path: `f${at}`, added: 1, removed: 0 }))
  const files = [{ path: "a.png", added: 0, removed: 0 }, ...many]
  const lines = renderChanges({ files, dirty_before: 0 })
  expect(lines.slice(0, 3)).toEqual(["15 files", "a.png", "f0  +1 -0"])
  expect(lines.at(-1)).toBe("and 3 files more")
})
