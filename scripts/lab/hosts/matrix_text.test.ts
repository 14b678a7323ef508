import { readFileSync } from "node:fs"
import { HOST_NAMES } from "@proofloop/hooks"
import { expect, test } from "vitest"
import { columns } from "./judge.ts"
import { matrixText } from "./matrix_text.ts"

const [first, second] = columns.map(({ name }) => name)
const CELLS = {
  [first ?? ""]: { shown: true, evidence: "failed, failed, exit 0" },
  [second ?? ""]: { shown: false, evidence: "request 6:" },
}

test("what was tried and not seen stands out, and its evidence is told", () => {
  const skipped = [{ host: "pi", reason: "npm has no such version" }]
  const rows = [{ host: "codex", version: "0.171.0", cells: CELLS }]
  const text = matrixText({ node: "v20.19.0", platform: "linux", rows, skipped })
  expect(text).toContain("| codex 0.171.0 | run | **NO** | - |")
  expect(text).toContain("| pi | not run |")
  expect(text).toContain("failure seen: failed, failed, exit 0\nnudge lands: request 6:")
})

test("each host has a row in the table of the hooks page", () => {
  const page = readFileSync(new URL("../../../docs/hooks.md", import.meta.url), "utf8")
  const hosts = page
    .split("\n")
    .flatMap((line) => /^\| ([a-z]+(?:-[a-z]+)?)(?: [\d.]+)? \|/.exec(line)?.[1] ?? [])
  // A second table may name them once more.
  const named = new Set(hosts.filter((host) => HOST_NAMES.some((name) => name === host)))
  expect([...named]).toEqual([...HOST_NAMES])
})
