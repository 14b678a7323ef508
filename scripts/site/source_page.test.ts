import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { sourcePage } from "./source_page.ts"

function folderWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "proofloop-site-"))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

test("a file is a block that nothing in it ends", () => {
  const root = folderWith({ "src/a.ts": "const fence = `\n````ts\n`" })
  const { text } = sourcePage(root, "src/a.ts", () => "")
  expect(text).toContain("# a.ts\n\n`src/a.ts`\n\n`````ts\nconst fence")
  expect(text).toMatch(/`````\n$/)
})

test("a folder is a list of what lies in it, but for what is installed", () => {
  const root = folderWith({ "src/b.ts": "", "src/a/c.ts": "", "src/node_modules/d.ts": "" })
  const { text, entries } = sourcePage(root, "src", (path) => `to ${path}`)
  expect(entries).toEqual(["src/a", "src/b.ts"])
  expect(text).toContain("- [`a`](to src/a)\n- [`b.ts`](to src/b.ts)\n")
})
