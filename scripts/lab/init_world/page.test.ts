import { expect, test } from "vitest"
import { KINDS } from "./kinds.ts"
import { initPage } from "./page.ts"

test("what went wrong stands out", () => {
  const outcome = {
    name: "Go, modules",
    package_manager: "go",
    tests: "go test ./... (pass)",
    written: ["proofloop.config.json"],
    left_out: [],
    bad_edit: "drops a function",
    critic: "G7-GO",
    is_stopped: true,
    finding: ["prices.go"],
    seconds: { init: 1, check: 1 },
    wrong: ["a second init wrote again"],
  }
  const page = initPage({ node: "v20.19.5", outcomes: [outcome], skipped: [] })
  expect(page).toContain("**no**: a second init wrote again")
})

test("a bad edit changes files of its repository", () => {
  for (const { name, files, bad_edit, make } of KINDS)
    for (const [path, text] of Object.entries(bad_edit.files)) {
      expect(`${name} ${Object.keys(files).join()} ${make.join()}`).toContain(path)
      expect(text, `${name} ${path}`).not.toBe(files[path])
    }
})
