import type { RunReplay } from "@proofloop/replay/internal"
import { expect, test } from "vitest"
import { sampleRun } from "./sample_runs.fixture.ts"
import { HUE_COUNT, signatureMarks } from "./signature_mark.ts"

/** A run that fails with each of these in turn. */
function runOf(signatures: readonly string[]): RunReplay {
  const timeline = signatures.map((signature, index) => ({
    turn: index + 1,
    text: "",
    calls: [],
    trips: [],
    failing: { check_id: "tests", signature, streak: 1 },
  }))
  return { ...sampleRun(0), trips: [], timeline }
}

test("letters follow the order of appearance", () => {
  const marks = signatureMarks(runOf(["sha256:bb11223344", "sha256:aa11223344", "sha256:bb11223344"]))
  expect([...marks.values()].map(({ letter, short }) => `${letter} ${short}`)).toEqual([
    "A bb11223",
    "B aa11223",
  ])
})

test("a signature alone has the same colour in every run", () => {
  const hue = (signatures: readonly string[]): string | undefined =>
    signatureMarks(runOf(signatures)).get("sha256:one")?.hue_class
  expect(hue(["sha256:one", "sha256:two"])).toBe(hue(["sha256:one"]))
})

test("as many signatures as there are colours have one each, and more have letters still", () => {
  const signatures = Array.from({ length: 30 }, (_, index) => `sha256:${index}`)
  const few = [...signatureMarks(runOf(signatures.slice(0, HUE_COUNT))).values()]
  expect(new Set(few.map(({ hue_class }) => hue_class)).size).toBe(HUE_COUNT)
  const all = [...signatureMarks(runOf(signatures)).values()]
  expect(new Set(all.map(({ letter }) => letter)).size).toBe(30)
  expect(all.at(-1)?.letter).toBe("AD")
})
