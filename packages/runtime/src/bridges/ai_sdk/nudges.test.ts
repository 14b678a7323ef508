import { describe, expect, it } from "vitest"
import { createNudges, type StepMessage } from "./nudges.ts"

const user = (content: string): StepMessage => ({ role: "user", content })
const call = (id: string): StepMessage => ({
  role: "assistant",
  content: [{ type: "tool-call", toolCallId: id }],
})
const answer = (id: string): StepMessage => ({
  role: "tool",
  content: [{ type: "tool-result", toolCallId: id }],
})
const nudge = (content: string) => ({ role: "user", content })

const [go, c1, a1, c2, a2] = [user("go"), call("1"), answer("1"), call("2"), answer("2")]

describe("nudges", () => {
  it("leave messages alone while there are none", () => {
    expect(createNudges().place([go])).toBeNull()
  })

  it("are given at the end, in order, and stay where they were given", () => {
    const nudges = createNudges()
    nudges.add("first")
    nudges.add("second")
    expect(nudges.place([go, c1, a1])).toEqual([go, c1, a1, nudge("first"), nudge("second")])
    expect(nudges.place([go, c1, a1])).toEqual([go, c1, a1, nudge("first"), nudge("second")])
    nudges.add("third")
    expect(nudges.place([go, c1, a1, c2, a2])).toEqual([
      go,
      c1,
      a1,
      nudge("first"),
      nudge("second"),
      c2,
      a2,
      nudge("third"),
    ])
    expect(nudges.texts).toEqual(["first", "second", "third"])
  })

  it("are not added where the SDK carried them over, as they were or in parts", () => {
    const nudges = createNudges()
    nudges.add("first")
    const given = nudges.place([go, c1, a1]) ?? []
    expect(nudges.place([...given, c2, a2])).toBeNull()
    expect(nudges.place([...structuredClone(given), c2, a2])).toBeNull()
    const parts = { role: "user", content: [{ type: "text", text: "first" }] }
    expect(nudges.place([go, c1, a1, parts, c2, a2])).toBeNull()
    nudges.add("second")
    expect(nudges.place([...given, c2, a2])).toEqual([...given, c2, a2, nudge("second")])
  })

  it("stand behind each other where the SDK carried only the first over", () => {
    const nudges = createNudges()
    nudges.add("first")
    nudges.add("second")
    nudges.place([go, c1, a1])
    expect(nudges.place([go, c1, a1, nudge("first"), c2, a2])).toEqual([
      go,
      c1,
      a1,
      nudge("first"),
      nudge("second"),
      c2,
      a2,
    ])
  })

  it("of one text are as many as were given", () => {
    const nudges = createNudges()
    nudges.add("again")
    const once = nudges.place([go]) ?? []
    nudges.add("again")
    expect(nudges.place([...once, c1, a1])).toEqual([go, nudge("again"), c1, a1, nudge("again")])
    expect(nudges.place([go, c1, a1])).toEqual([go, nudge("again"), c1, a1, nudge("again")])
  })

  it("find their place again in copies, by the calls that were answered", () => {
    const nudges = createNudges()
    nudges.add("first")
    nudges.place([go, c1, a1])
    const [copy_go, copy_c1, copy_a1] = structuredClone([go, c1, a1])
    expect(nudges.place([copy_go, copy_c1, copy_a1, c2, a2])).toEqual([go, c1, a1, nudge("first"), c2, a2])
  })

  it("never part a call from its results", () => {
    const nudges = createNudges()
    nudges.add("first")
    nudges.place([go, c1, a1])
    expect(nudges.place([go, structuredClone(c1), structuredClone(a1), c2, a2])?.indexOf(c2)).toBe(4)
  })

  it("go with the message they stand behind", () => {
    const nudges = createNudges()
    nudges.add("first")
    nudges.place([go, c1, a1])
    expect(nudges.place([go, c2, a2])).toBeNull()
  })

  it("are given once whatever the messages are", () => {
    const nudges = createNudges()
    nudges.add("first")
    expect(nudges.place([])).toEqual([nudge("first")])
  })
})
