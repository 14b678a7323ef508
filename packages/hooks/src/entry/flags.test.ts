import { expect, it } from "vitest"
import { isWithin, readFlags } from "./flags.ts"

const PAIRS = Array.from(
  { length: 400 },
  (_, index) => [`person${index % 20}`, `/home/dev/shop${index}`] as const,
)
const among = (percent: number) => PAIRS.filter((pair) => isWithin(percent, () => pair))

it("adds pairs to a rollout, and takes none away", () => {
  let before: typeof PAIRS = []
  for (const percent of [0, 1, 5, 20, 50, 99, 100]) {
    const now = among(percent)
    expect(now).toEqual(expect.arrayContaining([...before]))
    before = now
  }
  expect(among(0)).toEqual([])
  expect(among(100)).toEqual(PAIRS)
  expect(among(50).length).toBeGreaterThan(150)
  expect(among(50).length).toBeLessThan(250)
})

it.each([
  ["on", 100],
  ["off", 0],
  ["25", 25],
  ["25%", 25],
  ["12.5%", 12.5],
  ["101", null],
  ["", null],
  ["1e1", null],
])("reads the share %j as %j", (text, percent) => {
  const { flags, problems } = readFlags(["codex", "--repair-aware", text])
  expect(problems).toHaveLength(percent === null ? 1 : 0)
  expect(flags?.repair_aware_percent).toBe(percent ?? 100)
})

it("tells installations with other flags apart, and those with the same not", () => {
  const sourceOf = (...words: readonly string[]) => readFlags(words).flags?.source
  expect(sourceOf("codex", "--hold")).toBe(sourceOf("codex", "--hold"))
  expect(sourceOf("codex", "--hold")).not.toBe(sourceOf("codex", "--observe"))
})
