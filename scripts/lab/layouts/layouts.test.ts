import { detectSetup } from "@proofloop/foundation/trees"
import { expect, test } from "vitest"
import { folderWith } from "../../../packages/foundation/src/files/workspace.fixture.ts"
import { layouts } from "./layouts.ts"
import { testRunners } from "./runners.ts"

test("each pair of a layout and a runner has the bug, a test of it in the runner's words, and its packages", () => {
  expect(layouts.length * testRunners.length).toBe(36)
  for (const layout of layouts)
    for (const runner of testRunners) {
      const files = layout.files(runner)
      const text = files[layout.test(runner)] ?? ""
      expect(files[layout.source]).toContain("a - b")
      expect(text).toMatch(/(?:@m\/lib|\.\.\/lib\/index\.js)/)
      expect(text).toContain("add(1, 2)")
      expect(Object.values(files).join("\n")).toContain(
        JSON.stringify(runner.install, null, 2).slice(2, -2).trim(),
      )
    }
})

test("a layout with a lockfile is one that a set-up is found for", async () => {
  const [runner] = testRunners.filter(({ name }) => name === "tape")
  if (runner === undefined) throw new Error("tape is not among the runners")
  const lockfiles: Readonly<Record<string, string>> = {
    npm: "package-lock.json",
    nested: "tools/one/package-lock.json",
    "npm-workspaces": "package-lock.json",
    pnpm: "pnpm-lock.yaml",
    yarn: "yarn.lock",
  }
  for (const layout of layouts.filter(({ name }) => name in lockfiles)) {
    const root = await folderWith({ ...layout.files(runner), [lockfiles[layout.name] ?? ""]: "{}" })
    expect(detectSetup(root, layout.test(runner)).map(({ command }) => command)).toHaveLength(1)
  }
})
