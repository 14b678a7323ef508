import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { createStyle } from "./style.ts"

const terminal = { write: () => undefined, is_terminal: true, columns: 80, isClosed: () => false }

test.each([
  ["a terminal", terminal, {}, true],
  ["an empty NO_COLOR", terminal, { NO_COLOR: "" }, true],
  ["NO_COLOR", terminal, { NO_COLOR: "1" }, false],
  ["a dumb terminal", terminal, { TERM: "dumb" }, false],
  ["a pipe", { ...terminal, is_terminal: false }, {}, false],
])("%s: colours %s", (_what, output, env, coloured) => {
  expect(createStyle(output, env).red("x")).toBe(coloured ? "\u001b[31mx\u001b[39m" : "x")
})

test.each([
  [undefined, 80],
  [0, 80],
  [30, 60],
  [80, 80],
  [200, 100],
])("a terminal of %s columns is filled up to %i", (columns, width) => {
  expect(createStyle({ ...terminal, columns }, {}).width).toBe(width)
})

test("a verb colours on a terminal and obeys NO_COLOR", async () => {
  const list = (env: Record<string, string>): ReturnType<typeof call> =>
    call(["config", "presets", "list"], { is_terminal: true, env })
  expect((await list({})).stdout).toContain("\u001b[1mevidence\u001b[22m")
  expect((await list({ NO_COLOR: "1" })).stdout).not.toContain("\u001b[")
})
