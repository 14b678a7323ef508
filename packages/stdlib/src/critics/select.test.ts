import { InvalidOptionError } from "@proofloop/foundation/errors"
import { describe, expect, it } from "vitest"
import { criticWith } from "./critic.fixture.ts"
import { type CriticSelection, resolveCritics } from "./select.ts"
import { truthOf } from "./switches.ts"

const known = [
  criticWith({ id: "G2" }),
  criticWith({
    id: "G13",
    environment: (env) =>
      env["PROOFLOOP_LEVEL"] === undefined ? {} : { level: Number(env["PROOFLOOP_LEVEL"]) },
  }),
  criticWith({ id: "G7-TS" }),
  criticWith({ id: "G16", default_in: { gate: false, check: false } }),
  criticWith({ id: "G8", default_in: { gate: true, check: false } }),
  criticWith({ id: "psi-lite", default_in: { gate: false, check: false } }),
  criticWith({ id: "psi-full", default_in: { gate: false, check: false } }),
]

function ids(selection: Partial<CriticSelection>): readonly string[] {
  return resolveCritics({ phase: "gate", ...selection }, known).map(({ critic }) => critic.id)
}

describe("resolveCritics", () => {
  it("takes the defaults of the phase, in the order of the catalogue", () => {
    expect(ids({})).toEqual(["G2", "G13", "G7-TS", "G8"])
    expect(ids({ phase: "check" })).toEqual(["G2", "G13", "G7-TS"])
  })

  it("switches by id, whatever its case, and by options", () => {
    expect(ids({ critics: { g13: false, G16: true } })).toEqual(["G2", "G7-TS", "G16", "G8"])
    expect(ids({ critics: { G16: { level: 2 } } })).toContain("G16")
  })

  it.each([
    ["PROOFLOOP_G13", "off", ["G2", "G7-TS", "G8"]],
    ["PROOFLOOP_G13", " No ", ["G2", "G7-TS", "G8"]],
    ["PROOFLOOP_G7_TS", "0", ["G2", "G13", "G8"]],
    ["PROOFLOOP_TEST_REGRESSION_GATE", "false", ["G2", "G13", "G7-TS"]],
    ["PROOFLOOP_G16", "yes", ["G2", "G13", "G7-TS", "G16", "G8"]],
    ["PROOFLOOP_G16_DEAD_CODE", "on", ["G2", "G13", "G7-TS", "G16", "G8"]],
    ["PROOFLOOP_G13", "maybe", ["G2", "G13", "G7-TS", "G8"]],
    ["PROOFLOOP_PSI_LITE", "1", ["G2", "G13", "G7-TS", "G8", "psi-lite"]],
  ])("reads %s=%s", (name, value, expected) => {
    expect(ids({ env: { [name]: value } })).toEqual(expected)
  })

  it("lets the option win over the environment, and the short name over the long one", () => {
    expect(ids({ critics: { G13: true }, env: { PROOFLOOP_G13: "off" } })).toContain("G13")
    expect(ids({ env: { PROOFLOOP_G16: "off", PROOFLOOP_G16_DEAD_CODE: "on" } })).not.toContain("G16")
  })

  it("takes exactly what `only` names, what is off by default too", () => {
    expect(ids({ only: ["psi-lite", "g16", "G13"], critics: { G13: false } })).toEqual([
      "G13",
      "G16",
      "psi-lite",
    ])
    expect(ids({ only: ["psi-lite", "psi-full"] })).toEqual(["psi-lite", "psi-full"])
  })

  it("lets psi-full win over psi-lite", () => {
    expect(ids({ critics: { "psi-lite": true, "psi-full": true } }).slice(-1)).toEqual(["psi-full"])
    expect(ids({ critics: { "psi-lite": true, "psi-full": true } })).not.toContain("psi-lite")
  })

  it("lays options over those of the environment", () => {
    const options = (critics: CriticSelection["critics"]) =>
      resolveCritics({ phase: "gate", critics, env: { PROOFLOOP_LEVEL: "3" }, only: ["G13"] }, known)[0]
        ?.options
    expect(options({})).toEqual({ level: 3 })
    expect(options({ G13: { level: 5 } })).toEqual({ level: 5 })
  })

  it("sets what differs in a gate there alone, below what the host and the environment say", () => {
    const own = criticWith({ id: "G7", gate_input: { level: 7 } })
    const options = (selection: Partial<CriticSelection>) =>
      resolveCritics({ phase: "gate", ...selection }, [own])[0]?.options
    expect(options({})).toEqual({ level: 7 })
    expect(options({ phase: "check" })).toEqual({})
    expect(options({ critics: { G7: { level: 5 } } })).toEqual({ level: 5 })
  })

  it("sets what differs for a model's work in the gate, and wherever the author is said to be one", () => {
    const own = criticWith({ id: "G7", model_input: { level: 7 } })
    const options = (selection: CriticSelection) => resolveCritics(selection, [own])[0]?.options
    expect(options({ phase: "gate" })).toEqual({ level: 7 })
    expect(options({ phase: "check" })).toEqual({})
    expect(options({ phase: "check", author: "model" })).toEqual({ level: 7 })
    expect(options({ phase: "gate", author: "person" })).toEqual({})
  })

  it("puts critics of the host where they are wanted", () => {
    const mine = criticWith({ id: "mine" })
    expect(ids({ custom: [mine] }).at(-1)).toBe("mine")
    expect(ids({ custom: [{ critic: mine, before: "g13" }] })).toEqual(["G2", "mine", "G13", "G7-TS", "G8"])
    expect(ids({ custom: [{ critic: mine, after: "G13" }], critics: { mine: true } })[2]).toBe("mine")
  })

  it("puts first what `order` names", () => {
    expect(ids({ order: ["G8", "g13"] })).toEqual(["G8", "G13", "G2", "G7-TS"])
  })

  it.each([
    [{ critics: { G14: false } }, "critics", "G13"],
    [{ only: ["psi-light"] }, "only", "psi-lite"],
    [{ critics: { G13: { levl: 1 } } }, "G13.levl", "level"],
  ])("refuses %j", (selection, option, did_you_mean) => {
    expect(() => ids(selection)).toThrow(expect.objectContaining({ option, did_you_mean }))
  })

  it.each([
    [{ critics: { G13: { level: "high" } } }, "G13.level"],
    [{ custom: [criticWith({ id: "g2" })] }, "custom"],
    [{ custom: [{ critic: criticWith({ id: "mine" }), after: "G99" }] }, "custom.after"],
    [{ order: ["G99"] }, "order"],
  ])("refuses %#", (selection, option) => {
    expect(() => ids(selection)).toThrow(InvalidOptionError)
    expect(() => ids(selection)).toThrow(expect.objectContaining({ option }))
  })
})

describe("truthOf", () => {
  it.each(["1", "on", "TRUE", "Yes"])("%s is on", (word) => expect(truthOf(word)).toBe(true))
  it.each(["0", "off", "False", "no"])("%s is off", (word) => expect(truthOf(word)).toBe(false))
  it.each([undefined, "", "2", "enabled"])("%s says nothing", (word) => expect(truthOf(word)).toBeUndefined())
})
