import { expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { scriptLine } from "./script_line.ts"

it("knows a task by its line, with what it is given, where nothing else runs", async () => {
  const scripts = { test: "vitest run", "test:unit": "vitest run", lint: "eslint ." }
  const folder = await folderWith({ "package.json": JSON.stringify({ scripts }) })
  const lines = (...commands: readonly string[]) => commands.map((command) => scriptLine(command, folder))
  expect(lines("npm test", "npm t", "pnpm run test:unit", "npm test 2>&1 | tail -5")).toEqual(
    Array.from({ length: 4 }, () => "vitest run"),
  )
  expect(lines("npm test -- sum", "npm test -w packages/a")).toEqual([
    "vitest run -- sum",
    "vitest run -w packages/a",
  ])
  expect(
    new Set(lines("npm run lint && npm test", "cd packages/b && npm test", "npm test || true", "npm run x")),
  ).toEqual(new Set([undefined]))
})
