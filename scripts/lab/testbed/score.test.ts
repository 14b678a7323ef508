import { expect, it } from "vitest"
import { pairsOf, readTellings } from "./judge.ts"
import type { Telling } from "./record.ts"
import { scoreOf, wilson } from "./score.ts"

function telling(variant: string, change: string, text: string, over: Partial<Telling> = {}): Telling {
  const output = { exit_code: 1, text, place: "/home/dev/shop" }
  return { variant, change, expectation: "fail", command: "bash check.sh", output, ...over }
}

it("counts right and wrong pairs, and leaves out a project that did not fail", () => {
  const reads = readTellings([
    telling("value", "plain", "error: total is 30\n"),
    telling("value", "again", "error: total is 30\n"),
    telling("value", "wide", "error: stock is empty\n"),
    telling("other_actual", "plain", "error: total is 33\n"),
    telling("other_name", "plain", "error: stock is empty\n"),
    telling("one_more", "plain", "fine\n", {
      output: { exit_code: 0, text: "fine\n", place: "/home/dev/shop" },
    }),
  ])
  const score = scoreOf(pairsOf("script", reads), reads)
  expect(score).toMatchObject({ same: { right: 1, of: 3 }, different: { right: 6, of: 7 }, broken: 1 })
  expect(score.outcome).toEqual({ right: 5, of: 5 })
})

it("gives the bounds of a share after Wilson", () => {
  expect(wilson({ right: 95, of: 100 }).map((bound) => bound.toFixed(1))).toEqual(["88.8", "97.8"])
  expect(wilson({ right: 0, of: 0 })).toEqual([0, 100])
})
