import { describe, expect, it } from "vitest"
import { clockSpan } from "./clock_noise.ts"

/** What is dropped around the word that holds the first time of day. */
function dropped(text: string): string | null {
  const start = /\S*\d:\d\d/.exec(text)?.index ?? 0
  const end = start + (/^\S+/.exec(text.slice(start))?.[0].length ?? 0)
  const span = clockSpan(text, start, end)
  return span === null ? null : text.slice(span.from, span.to)
}

describe("clockSpan", () => {
  it.each([
    ["at 10:00:01 boom", "10:00:01 "],
    ["at 10:00:01,123 boom", "10:00:01,123 "],
    ["[10:00:01] boom", "[10:00:01] "],
    ["2026-11-21T10:00:01Z boom", "2026-11-21T10:00:01Z "],
    ["[21/Nov/2026:10:00:01 +0000] boom", "[21/Nov/2026:10:00:01 +0000] "],
    ["on 2026-11-21 10:00:01 boom", "2026-11-21 10:00:01 "],
    ["on 2026/11/21 10:00:01 boom", "2026/11/21 10:00:01 "],
    ["on 21.11.2026 10:00:01 boom", "21.11.2026 10:00:01 "],
    ["at 10:00:01 PM boom", "10:00:01 PM "],
    ["at 10:00:01 UTC boom", "10:00:01 UTC "],
    ["at 10:00:01 CEST boom", "10:00:01 CEST "],
    ["at 10:00:01 -0700 boom", "10:00:01 -0700 "],
    ["at 10:00:01 TEST boom", "10:00:01 TEST "],
    ["at 10:00:01 ERROR boom", "10:00:01 "],
    ["at 10:05 PM boom", "10:05 PM "],
    ["on Nov 21 10:05 boom", "Nov 21 10:05 "],
    ["on 21 Nov 2026 10:00:01 boom", "21 Nov 2026 10:00:01 "],
    ["on Tue Nov 21 10:00:01 2026 boom", "Tue Nov 21 10:00:01 2026 "],
    ["on Tue, 21 Nov 2026 10:00:01 GMT boom", "Tue, 21 Nov 2026 10:00:01 GMT "],
    ["on Tue Nov 21 10:00:01 UTC 2026 boom", "Tue Nov 21 10:00:01 UTC 2026 "],
    ["on Nov 21 10:00:01 1000 failures", "Nov 21 10:00:01 "],
    ["on 2026-11-21 10:00:01 2026 failures", "2026-11-21 10:00:01 "],
    ["at 10:00:01 2026 failures", "10:00:01 "],
    ["Tue failed 21 10:00:01 boom", "10:00:01 "],
    ["Tue 21 10:00:01 boom", "10:00:01 "],
    ["failed Nov 21 10:00:01 boom", "Nov 21 10:00:01 "],
    ["10:00:01", "10:00:01"],
    ["on Nov 21 (10:05 boom", "Nov 21 (10:05 "],
    ["at 10:05 PM] boom", "10:05 PM] "],
    ["on Nov x21 10:00:01 boom", "10:00:01 "],
    ["on Nov 21x 10:00:01 boom", "10:00:01 "],
    ["on 21 Nov 2026, 10:00:01 boom", "21 Nov 2026, 10:00:01 "],
    ["on Nov 21 10:00:01     2026 boom", "Nov 21 10:00:01 "],
    ["on Nov 21 10:00:01  2026 boom", "Nov 21 10:00:01  2026 "],
    ["on Nov 21 10:00:01 2026] boom", "Nov 21 10:00:01 2026] "],
    ["on Nov 21 10:00:01 2026x boom", "Nov 21 10:00:01 "],
    ["1 2 3 Nov 21 10:00:01 boom", "2 3 Nov 21 10:00:01 "],
    ["on 2026-11-21 21 10:00:01 boom", "10:00:01 "],
    ["Nov Tue 21 10:00:01 boom", "10:00:01 "],
  ])("drops the time of %j", (text, span) => {
    expect(dropped(text)).toBe(span.trim())
  })

  it.each([
    "at 10:05 boom",
    "a.ts:10:05 boom",
    "10:05",
    "x10:00:01",
    "3:4",
    "at 10:05 SPAM",
    "at 10:05 AMBER",
  ])("leaves %j alone", (text) => {
    expect(dropped(text)).toBeNull()
  })
})
