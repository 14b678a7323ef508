import { expect, test } from "vitest"
import { createStyle } from "../terminal/style.ts"
import { factsOf } from "./facts.ts"
import { listText } from "./facts_text.ts"
import { statusPage } from "./page.ts"
import { AROUND, NOW, row, waitFor } from "./rows.fixture.ts"

const STILL = { states: {}, breakers: [], stop_file: null }

test("the page says what the terminal says, and steers nothing by what it quotes", () => {
  const hostile = row({
    state: "failed",
    failed_in: "working",
    error: `<img src=x onerror="alert(1)">\u202e`,
  })
  const page = statusPage([factsOf(hostile, AROUND)], STILL, NOW)
  expect(page).toContain("failed: &lt;img src=x onerror=&quot;alert(1)&quot;&gt;\\u{202e}")
  expect(page).not.toMatch(/<script|<img|javascript:/)
  expect(page).toContain('<section id="run-1" class="bad">')
})

test("only addresses of the web are links", () => {
  const hostile = row({ url: "javascript:alert(1)" })
  const page = statusPage([factsOf(hostile, { ...AROUND, wait: waitFor("merge") })], STILL, NOW)
  expect([...page.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
    "data:,",
    "https://github.com/acme/shop/pull/7",
  ])
  expect(page).toContain('class="warn"')
})

test("the page tells what holds runs still", () => {
  const page = statusPage([], { ...STILL, stop_file: "/state/stop" }, NOW)
  expect(page).toContain("All runs stand still: remove /state/stop to let them go on.")
  expect(page).toContain("There is no run.")
})

test("a line of the list fills 80 columns at most, whatever a run says", () => {
  const out = { write: () => undefined, is_terminal: false, columns: 80, isClosed: () => false }
  const long = row({
    state: "failed",
    failed_in: "working",
    error: "x ".repeat(500),
    url: `/srv/${"a".repeat(300)}`,
  })
  const text = listText([factsOf(long, AROUND), factsOf(row(), AROUND)], createStyle(out, {}), NOW)
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(80)
  expect(text).toContain("  run-1  pr-open  PR_OPEN  1/2, 1 failed  #7  CI green\n")
})
