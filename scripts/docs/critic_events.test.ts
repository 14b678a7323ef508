import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { catalogue } from "@proofloop/stdlib/critics"
import { expect, test } from "vitest"
import { root } from "../setup.mjs"

/** The first and the last cell of each row of the page, by event. */
const rows = new Map(
  readFileSync(join(root, "docs/critics-as-tools.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => {
      const cells = line.split("|").map((cell) => cell.trim())
      return namesIn(cells[1] ?? "").map((event) => [event, cells.at(-2) ?? ""] as const)
    }),
)

test.each(catalogue.map((critic) => [critic.id, critic] as const))(
  "docs/critics-as-tools.md has the fields of a failure of %s",
  (_, { event }) => {
    const violations = [{ path: "a.md", rule: "rule", message: "wrong", evidence: "x" }]
    const fields = event.fields({ status: "fail", violations })
    expect(namesIn(rows.get(event.type) ?? "")).toEqual(Object.keys(fields))
  },
)

test("docs/critics-as-tools.md lists every event that is told, and no other", () => {
  const folder = join(root, "packages/stdlib/src")
  const told = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.(?:test|fixture)\.ts$/.test(file))
    .flatMap((file) => readFileSync(join(folder, file), "utf8").match(EVENT_NAME) ?? [])
  expect([...rows.keys()].sort()).toEqual([...new Set(told.map((name) => name.slice(1, -1)))].sort())
})

const EVENT_NAME =
  /"(?:(?:critic|critic_[a-z\d_]+|plan|scope|cpg|psi_lite|worker\.subtask)\.[a-z_]+(?:\.[a-z]+)?|g14_fenced_json)"/g

/** What stands between back-ticks in a cell; `winner: "v1"` is winner. */
function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([\w.]+)[^`]*`/g)].map(([, name = ""]) => name)
}
