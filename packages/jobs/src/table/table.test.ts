import { describe, expect, it } from "vitest"
import { type Order, orderTable } from "../orders_kind.fixture.ts"
import { dueStep, followers, leadsTo, transitionsOf } from "./table.ts"

const order = (changes: Partial<Order>): Order => ({
  id: "or-1",
  received_at: "",
  place: null,
  what: "a chair",
  weight: 0,
  state: "new",
  attempts: 0,
  failed_in: null,
  error: null,
  work: {},
  revision: 0,
  updated_at: "",
  ...changes,
})

describe("a table", () => {
  it("says each transition with what leads there", () => {
    expect(transitionsOf(orderTable).map(({ from, to, by }) => `${from} -${by}-> ${to}`)).toEqual([
      "new -pack-> packed",
      "new -cancel-> cancelled",
      "new -fail-> failed",
      "packed -send-> sent",
      "packed -fail-> failed",
      "failed -retry-> new",
      "failed -retry-> packed",
      "failed -cancel-> cancelled",
    ])
  })

  it("says what may follow each state", () => {
    expect(followers(orderTable)).toEqual({
      new: ["packed", "failed", "cancelled"],
      packed: ["sent", "failed"],
      sent: [],
      failed: ["new", "packed", "cancelled"],
      cancelled: [],
    })
  })

  it("has the first step due that the products of a row do not have yet", () => {
    expect(dueStep(orderTable, order({}))).toBe("pack")
    expect(dueStep(orderTable, order({ state: "packed" }))).toBe("label")
    expect(dueStep(orderTable, order({ state: "packed", work: { label: "x" } }))).toBe("send")
    expect(dueStep(orderTable, order({ state: "sent" }))).toBeNull()
  })

  it("lets a step lead where it says, to a failure, or nowhere", () => {
    expect(leadsTo(orderTable, "pack", "new", "packed")).toBe(true)
    expect(leadsTo(orderTable, "pack", "new", "failed")).toBe(true)
    expect(leadsTo(orderTable, "label", "packed", "packed")).toBe(true)
    expect(leadsTo(orderTable, "label", "packed", "sent")).toBe(false)
    expect(leadsTo(orderTable, "send", "sent", "failed")).toBe(false)
  })
})
