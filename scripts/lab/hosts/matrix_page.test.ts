import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { HOST_NAMES } from "../../../packages/hooks/src/events/host_event.ts"
import { agents } from "./agents/agents.ts"
import type { AgentRow } from "./matrix.ts"
import { matrixPage } from "./matrix_page.ts"

const ROW = /^\| ([a-z]+(?:-[a-z]+)?)(?: [\d.]+)? \|/

test("each host has a row in the matrix, and in the table of the hooks page", () => {
  const page = matrixPage({ node: "v20.19.5", platform: "linux", rows: agents.map(rowOf), skipped: [] })
  expect(hostsIn(page)).toEqual([...HOST_NAMES])
  expect(hostsIn(readFileSync(new URL("../../../docs/hooks.md", import.meta.url), "utf8"))).toEqual([
    ...HOST_NAMES,
  ])
})

test("what was tried and not seen stands out", () => {
  const rows = [
    { host: "codex", version: "1.0.0", cells: { done_held: { shown: false, evidence: "request 6:" } } },
  ]
  expect(matrixPage({ node: "v20.19.5", platform: "linux", rows, skipped: [] })).toContain("**NO**")
})

function rowOf({ host, version }: Pick<AgentRow, "host" | "version">): AgentRow {
  return { host, version, cells: {} }
}

function hostsIn(page: string): readonly string[] {
  const hosts = page.split("\n").flatMap((line) => ROW.exec(line)?.[1] ?? [])
  return hosts.filter((host) => HOST_NAMES.some((name) => name === host))
}
