import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../setup.mjs"
import { buildHookProgram, MAX_ENTRY_BYTES } from "./hook_program.mjs"

it("is small, but for what only some events need", async () => {
  const folder = mkdtempSync(join(tmpdir(), "proofloop-hook-program-"))
  try {
    const size = await buildHookProgram(root, folder)
    const text = (name: string) => readFileSync(join(folder, name), "utf8")
    expect(readdirSync(folder).toSorted()).toEqual([
      "files.js",
      "fold.js",
      "hook.js",
      "package.json",
      "program.js",
      "run.sh",
    ])
    expect(size).toBe(Buffer.byteLength(text("hook.js")) + Buffer.byteLength(text("program.js")))
    expect(size).toBeLessThanOrEqual(MAX_ENTRY_BYTES)
    for (const name of ["files.js", "fold.js", "hook.js", "program.js"]) {
      // Scripts are read as one byte a character, and load nothing but by `load`.
      for (const wrong of [/ZodError|xstate/, /[^\0-\x7f]/, /\bimport\s?\(/, /\brequire\("/])
        expect([name, wrong, wrong.exec(text(name))?.[0]]).toEqual([name, wrong, undefined])
    }
    expect(
      [...text("program.js").matchAll(/\bload\("([^"]+)"/g)].map(([, name = ""]) => name).toSorted(),
    ).toEqual(["files.js", "fold.js"])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
