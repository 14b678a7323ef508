import { expect, test } from "vitest"
import { changeOf } from "./change.ts"
import type { Figure, Unit } from "./figure.ts"
import { runAt } from "./run.fixture.ts"
import type { Run } from "./table.ts"

const figure = (unit: Unit, better: Figure["better"], part = 0, least = 0): Figure => ({
  what: "it",
  unit,
  better,
  noise: { part, least },
})
const [one, two] = [runAt("a"), runAt("b")]
const elsewhere = runAt("b", { machine: { ...one.machine, cpu: "Another processor" } })
const newerNode = runAt("b", { machine: { ...one.machine, node: "24.1.0" } })

test.each([
  ["lower", 10, 9, "better"],
  ["lower", 10, 11, "worse"],
  ["higher", 10, 9, "worse"],
  ["higher", 10, 11, "better"],
  ["lower", 10, 10, "same"],
  ["neither", 10, 20, "unjudged"],
] as const)("%s is better: from %d to %d is %s", (better, before, now, change) => {
  expect(changeOf(figure("count", better), { value: now, run: two }, { value: before, run: one })).toBe(
    change,
  )
})

test("within its noise a figure is the same; of a part and a least amount the larger counts", () => {
  const wide = figure("x", "lower", 0.1, 5)
  const change = (before: number, now: number): string =>
    changeOf(wide, { value: now, run: two }, { value: before, run: one })
  expect(change(10, 15)).toBe("same")
  expect(change(10, 15.1)).toBe("worse")
  expect(change(100, 110)).toBe("same")
  expect(change(100, 110.1)).toBe("worse")
  expect(change(100, 89)).toBe("better")
})

test("without a value before there is no change", () => {
  expect(changeOf(figure("count", "lower"), { value: 1, run: one }, null)).toBe("unjudged")
})

test.each(["ms", "s", "1/s", "MB/s"] as const)(
  "%s of two machines, or of two Nodes, are not compared",
  (unit) => {
    const before = { value: 10, run: one }
    expect(changeOf(figure(unit, "lower"), { value: 99, run: two }, before)).toBe("worse")
    expect(changeOf(figure(unit, "lower"), { value: 99, run: elsewhere }, before)).toBe("elsewhere")
    expect(changeOf(figure(unit, "lower"), { value: 99, run: newerNode }, before)).toBe("elsewhere")
  },
)

test.each(["x", "count", "lines", "bytes", "score", "%"] as const)(
  "%s of two machines are compared",
  (unit) => {
    const before = { value: 10, run: one }
    expect(changeOf(figure(unit, "lower"), { value: 99, run: elsewhere }, before)).toBe("worse")
  },
)

test("a short measurement judges what is counted alone", () => {
  const [before, now] = [
    { value: 10, run: one },
    { value: 99, run: two },
  ]
  const change = (unit: Unit): string => changeOf(figure(unit, "lower"), now, before, { only_counted: true })
  expect([change("x"), change("ms"), change("count"), change("bytes")]).toEqual([
    "unjudged",
    "unjudged",
    "worse",
    "worse",
  ])
})

test.each([
  ["x", "busy"],
  ["ms", "busy"],
  ["s", "busy"],
  ["count", "worse"],
  ["bytes", "worse"],
] as const)("%s of a machine that had other work, now or before, is %s", (unit, change) => {
  const idle = runAt("a", { load: 2 })
  const busy = runAt("b", { load: 2.1 })
  const judged = (now: Run, before: Run): string =>
    changeOf(figure(unit, "lower"), { value: 99, run: now }, { value: 10, run: before })
  expect([judged(busy, idle), judged(idle, busy)]).toEqual([change, change])
  expect(judged(idle, runAt("c", { load: null }))).toBe("worse")
})

test("a count that follows from what is timed is judged as that", () => {
  const busy = runAt("b", { load: 9 })
  const bars: Figure = { ...figure("count", "lower"), is_timed: true }
  const before = { value: 0, run: one }
  expect(changeOf(bars, { value: 1, run: busy }, before)).toBe("busy")
  expect(changeOf(bars, { value: 1, run: elsewhere }, before)).toBe("worse")
})
