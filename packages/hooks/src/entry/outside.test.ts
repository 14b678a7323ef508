import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { isOutside } from "./outside.ts"

it("knows a draft from a file of the project, and from one of another repository", () => {
  const root = mkdtempSync(join(tmpdir(), "proofloop outside "))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const project = join(root, "shop")
  mkdirSync(join(project, ".git"), { recursive: true })
  mkdirSync(join(root, "other/.git"), { recursive: true })
  const outside = (file_path: string, folder = project) => isOutside({ file_path }, folder)
  expect(outside(join(root, "draft.py"))).toBe(true)
  expect(outside(join(root, "missing/draft.py"))).toBe(true)
  expect(outside(join(project, "src/a.ts"))).toBe(false)
  expect(outside(join(root, "other/a.ts"))).toBe(false)
  // A session in a folder of a monorepo edits another one.
  expect(outside(join(project, "packages/b/a.ts"), join(project, "packages/a"))).toBe(false)
  expect(outside("src/a.ts")).toBe(false)
  expect(outside(join(project, "../draft.py"))).toBe(true)
  expect(isOutside({ command: "npm test" }, project)).toBe(false)
  expect(isOutside(null, project)).toBe(false)
})
