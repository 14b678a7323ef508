import { describe, expect, it } from "vitest"
import { EVIDENCE, verdictOf } from "./read_verdict.fixture.ts"
import { readLensVerdict } from "./read_verdict.ts"

function problemsOf(details: object, without: readonly string[] = []): readonly string[] {
  const given = Object.entries({ ...verdictOf("wiring"), ...details }).filter(
    ([key]) => !without.includes(key),
  )
  const reading = readLensVerdict(Object.fromEntries(given))
  return "problems" in reading ? reading.problems : []
}

describe("a verdict", () => {
  it("is read whole, its lens normalised, unknown fields kept", () => {
    const given = {
      ...verdictOf(" Wiring "),
      security: false,
      refutation: "",
      at: "2026-06-10T08:00:00+00:00",
      caveats: ["same_model"],
      ticket: { id: 7 },
      verifier: { id: "proofloop/wiring", session_id: "s", model_name: "judge-1" },
      brief_sha256: "b".repeat(64),
    }
    expect(readLensVerdict(given)).toEqual({ verdict: { ...given, lens: "wiring" } })
  })

  it("is a copy: what the given object says later does not count", () => {
    let asked = 0
    const given = Object.defineProperty({ ...verdictOf("wiring") }, "verdict", {
      enumerable: true,
      get: () => (asked++ === 0 ? "fail" : "pass"),
    })
    expect(readLensVerdict(given)).toMatchObject({ verdict: { verdict: "fail" } })
  })

  it.each([
    [{ lens: "" }, /^lens: expected one of wiring, concurrency-security, contract-conformance, got ""/],
    [{ lens: "wirring" }, /^lens: .*Did you mean "wiring"\?$/],
    [{ lens: 7 }, /^lens: .*got 7/],
    [{ lens: "ci" }, /^lens: .*got "ci"$/],
    [{ verdict: "lgtm" }, /^verdict: expected one of pass, fail, risk, exactly, got "lgtm"/],
    [{ verdict: "PASS" }, /^verdict: .*got "PASS"/],
    [{ evidence: " \n\t " }, /^evidence: .*it is empty/],
    [{ evidence: "Looks good to me, all tests pass!" }, /^evidence: .*it only approves/],
    [{ security: "yes" }, /^security: expected true or false, got "yes"/],
    [{ security: null }, /^security: .*got null/],
    [{ security: true }, /^security: a security finding never passes/],
    [{ lifts: "because" }, /^lifts: expected why the stop does not hold.*too short/],
    [{ lifts: EVIDENCE, verdict: "risk" }, /^lifts: only a person's pass lifts a stop/],
    [{ lifts: EVIDENCE, verifier: { id: "a", session_id: "s", model_name: "m" } }, /^lifts: only a person/],
    [{ refutation: null }, /^refutation: expected a text/],
    [{ at: "yesterday" }, /^at: expected a date and time in UTC/],
    [{ at: "2026-06-10T08:00:00+02:00" }, /^at: /],
    [{ at: "2026-02-30T08:00:00Z" }, /^at: /],
    [{ verifier: { id: " ", session_id: "s", model_name: null } }, /^verifier\.id: expected a name/],
    [{ verifier: { id: "a\nb", session_id: "s", model_name: null } }, /^verifier\.id: /],
    [{ verifier: { id: "a", model_name: null } }, /^verifier\.session_id: .*got nothing/],
    [{ verifier: { id: "a", session_id: "s" } }, /^verifier\.model_name: /],
    [
      { verifier: { id: "a", session_id: "s", model_name: "m" }, brief_sha256: null },
      /^brief_sha256: .*model's verdict/,
    ],
    [{ verifier: "me" }, /^verifier: expected an object with id, session_id and model_name/],
    [
      { subject: { diff_sha256: "D".repeat(64), contract_sha256: "c".repeat(64) } },
      /^subject\.diff_sha256: /,
    ],
    [{ subject: { diff_sha256: "d".repeat(64) } }, /^subject\.contract_sha256: /],
    [{ brief_sha256: "b".repeat(63) }, /^brief_sha256: expected 64 hexadecimal digits/],
    [{ caveats: ["tired"] }, /^caveats\.0: expected one of same_model, no_brief/],
    [{ padding: "x".repeat(65_536) }, /^verdict: expected at most 65536 bytes/],
    [{ security: () => true }, /^security: expected plain JSON, got a function/],
    [{ count: Number.NaN }, /^count: expected plain JSON, got a number/],
  ])("with %j is none", (details, problem) => {
    expect(problemsOf(details)).toEqual([expect.stringMatching(problem)])
  })

  it.each(["lens", "verdict", "evidence", "verifier", "subject", "brief_sha256"])(
    "without %s is none",
    (field) => {
      expect(problemsOf({}, [field])).toEqual([expect.stringMatching(new RegExp(`^${field}: .*got nothing`))])
    },
  )

  it("that is wrong in many ways is told all of them", () => {
    const reading = readLensVerdict({ lens: "x", verdict: "pass", evidence: "ok", security: true, at: 1 })
    const fields = "problems" in reading ? reading.problems.map((problem) => problem.split(":")[0]) : []
    expect(fields).toEqual(["lens", "evidence", "at", "verifier", "subject", "brief_sha256", "security"])
  })

  it.each([null, undefined, "pass", 7, [], [verdictOf("wiring")], new Date(0)])(
    "is no %j, in one problem",
    (value) => {
      expect(readLensVerdict(value)).toEqual({
        problems: [expect.stringMatching(/^verdict: expected an object with lens, verdict and evidence/)],
      })
    },
  )

  it("that cannot be read is none, and nothing throws", () => {
    const cyclic: Record<string, unknown> = { ...verdictOf("wiring") }
    cyclic["self"] = cyclic
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    let deep: unknown = {}
    for (let level = 0; level < 20_000; level += 1) deep = { deep }
    const throwing = {
      ...verdictOf("wiring"),
      toJSON: () => {
        throw new Error("no")
      },
    }
    for (const value of [cyclic, proxy, { ...verdictOf("wiring"), deep }, throwing])
      expect(readLensVerdict(value)).toEqual({ problems: [expect.stringMatching(/^verdict: expected/)] })
  })

  it("brings no prototype along", () => {
    const text = JSON.stringify(verdictOf("wiring")).replace("{", '{"__proto__":{"security":true},')
    expect(readLensVerdict(JSON.parse(text))).toEqual({ problems: [expect.stringMatching(/^__proto__/)] })
    const nested = JSON.parse(text.replace("__proto__", "more").replace("security", "__proto__")) as unknown
    expect(readLensVerdict(nested)).toEqual({ problems: [expect.stringMatching(/^__proto__/)] })
  })

  it("does not quote secrets in what is wrong with it", () => {
    expect(problemsOf({ lens: `ghp_${"a".repeat(36)}` }).join()).not.toContain("aaaa")
  })

  it("is of a lens of the host's where it has some, and of any for a ledger", () => {
    const performance = verdictOf("Performance")
    expect(readLensVerdict(performance)).toHaveProperty("problems")
    expect(readLensVerdict(performance, { lenses: ["performance"] })).toHaveProperty(
      "verdict.lens",
      "performance",
    )
    expect(readLensVerdict(performance, { lenses: "any" })).toHaveProperty("verdict.lens", "performance")
    expect(readLensVerdict(verdictOf("two words"), { lenses: "any" })).toHaveProperty("problems")
  })
})
