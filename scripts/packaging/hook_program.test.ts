import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../setup.mjs"
import { buildHookProgram, MAX_ENTRY_BYTES } from "./hook_program.mjs"

it("is one small file, but for the fold that only some events need", async () => {
  const folder = mkdtempSync(join(tmpdir(), "proofloop-hook-program-"))
  try {
    const size = await buildHookProgram(root, folder)
    const entry = readFileSync(join(folder, "hook.js"), "utf8")
    expect(size).toBe(Buffer.byteLength(entry))
    expect(size).toBeLessThanOrEqual(MAX_ENTRY_BYTES)
    expect([...entry.matchAll(/(?:\bfrom|\bimport)\s?\(?"([^"]+)"/g)].map(([, name]) => name)).toEqual([
      "./fold.js",
    ])
    for (const file of ["hook.js", "fold.js"])
      expect(readFileSync(join(folder, file), "utf8")).not.toMatch(/ZodError|xstate/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
