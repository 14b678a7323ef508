import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { writeAssets } from "./assets.mjs"

test("the page's script and styles are written when they are missing or stale, and else left alone", async () => {
  const root = mkdtempSync(join(tmpdir(), "proofloop-assets-"))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const page = join(root, "packages/proofloop/src/replay/html")
  const other = join(root, "packages/proofloop/src/cockpit/page")
  const written = join(page, "assets.ts")
  for (const one of [page, other]) {
    for (const folder of ["client", "style"]) mkdirSync(join(one, folder), { recursive: true })
    writeFileSync(join(one, "client/main.ts"), "console.log(`a ${1} \\\\`)")
    writeFileSync(join(one, "style/main.css"), "p { color: red }")
  }

  await writeAssets(root)
  expect(readFileSync(written, "utf8")).toContain("p{color:red}")
  expect(readFileSync(join(other, "assets.ts"), "utf8")).toContain("p{color:red}")
  const { PAGE_SCRIPT } = await import(written)
  expect(PAGE_SCRIPT).toContain(String.raw`console.log("a 1 \\")`)

  utimesSync(written, 1, 1)
  await writeAssets(root)
  expect(statSync(written).mtimeMs).toBe(1000)

  writeFileSync(join(page, "style/main.css"), "p { color: blue }")
  await writeAssets(root)
  expect(readFileSync(written, "utf8")).toContain("p{color:#00f}")
})
