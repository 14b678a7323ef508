import { expect, test } from "vitest"
import { terminalLines } from "./terminal_lines.ts"
import { terminalSvg } from "./terminal_svg.ts"

const OUTPUT =
  "\u001b[1ma\u001b[22m b\n   … waiting\r\u001b[K\u001b[31m✗\u001b[39m \u001b[2mred < green\u001b[22m\n\n"

test("lines are what a terminal shows, without what was taken back", () => {
  const plain = { is_bold: false, is_dim: false, colour: null }
  expect(terminalLines(OUTPUT)).toEqual([
    [
      { ...plain, text: "a", is_bold: true },
      { ...plain, text: " b" },
    ],
    [
      { ...plain, text: "✗", colour: "red" },
      { ...plain, text: " " },
      { ...plain, text: "red < green", is_dim: true },
    ],
    [],
    [],
  ])
})

test("a picture holds the text as text, in columns, for a light and a dark page, and loads nothing", () => {
  const svg = terminalSvg(terminalLines(OUTPUT), "npm <start>", 40)
  expect(svg).toContain(`aria-label="npm &lt;start&gt;"`)
  expect(svg).toContain(">red &lt; green</tspan>")
  expect(svg).toContain(`<tspan class="red" x="20.0" textLength="8.4"`)
  expect(svg).toContain("prefers-color-scheme:dark")
  expect(svg).not.toMatch(/href|url\(|@import|<script|<image/)
})
