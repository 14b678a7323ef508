import { canonicalJson, sha256Hex } from "@proofloop/foundation/text"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Diagnostic } from "../protocol/diagnostic.ts"
import { normaliseDiagnostic } from "./normalise.ts"
import { okSignature, signatureOf } from "./signature.ts"

const failure = (message: string, fields: Partial<Diagnostic> = {}): Diagnostic => ({
  check_id: "x",
  kind: "test",
  message,
  ...fields,
})
const diagnosis = (diagnostics: readonly Diagnostic[]) => ({ diagnostics, count: diagnostics.length })

describe("signatureOf", () => {
  it("is SHA-256 of the canonical JSON of count and sorted, unique, normalised failures", () => {
    const diagnostics = [failure("b failed in 3s"), failure("a failed"), failure("b failed in 5s")]
    const { signature, count } = signatureOf(diagnosis(diagnostics), {})
    expect(signature).toBe(
      `err:${sha256Hex(canonicalJson({ count: 3, signatures: ["a failed", "b failed in"] }))}`,
    )
    expect(count).toBe(3)
  })

  it("does not depend on the order of failures", () => {
    const some = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 20 })
    const shuffled = some.chain((messages) =>
      fc.tuple(fc.constant(messages), fc.shuffledSubarray(messages, { minLength: messages.length })),
    )
    fc.assert(
      fc.property(shuffled, ([left, right]) => {
        const sign = (messages: readonly string[]) =>
          signatureOf(diagnosis(messages.map((message) => failure(message, { test_id: message }))), {})
        expect(sign(left)).toEqual(sign(right))
      }),
    )
  })

  it("depends on the count, on each failure and on nothing of the check or the kind", () => {
    const base = [failure("a failed"), failure("b failed")]
    const signed = signatureOf(diagnosis(base), {}).signature
    expect(signatureOf({ diagnostics: base, count: 3 }, {}).signature).not.toBe(signed)
    expect(signatureOf(diagnosis([failure("a failed"), failure("c failed")]), {}).signature).not.toBe(signed)
    expect(
      signatureOf(diagnosis([failure("a failed"), failure("b failed", { code: "E1" })]), {}).signature,
    ).not.toBe(signed)
    expect(
      signatureOf(diagnosis(base.map((one) => ({ ...one, check_id: "y", kind: "build" }))), {}).signature,
    ).toBe(signed)
  })

  it("keeps at most 64 identities, sorted and unique, the same for the same set", () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      failure(`case_${index} failed`, { test_id: `case_${index}` }),
    )
    const { identities, strong_identities } = signatureOf(diagnosis([...many, ...many]), {})
    expect(identities).toHaveLength(64)
    expect(strong_identities).toHaveLength(64)
    expect([...new Set(identities)].sort()).toEqual(identities)
    expect(signatureOf(diagnosis(many.toReversed()), {}).identities).toEqual(identities)
  })

  it("has strong identities only if every failure has one", () => {
    const named = failure("a", { test_id: "t" })
    const placed = failure("b", { code: "E1", location: { path: "a.ts" } })
    const strong = signatureOf(diagnosis([named, placed]), {}).strong_identities
    expect(strong).toEqual([named, placed].map((one) => normaliseDiagnostic(one, {}).identity).sort())
    expect(signatureOf(diagnosis([named, failure("c")]), {}).strong_identities).toBeNull()
    expect(signatureOf(diagnosis([]), {}).strong_identities).toBeNull()
  })

  it("knows the same test by the same identity whatever it says and in whatever company", () => {
    const alone = signatureOf(diagnosis([failure("boom", { test_id: "t" })]), {}).strong_identities ?? []
    const among = signatureOf(
      diagnosis([failure("bang", { test_id: "t" }), failure("x", { test_id: "u" })]),
      {},
    ).strong_identities
    expect(among).toContain(alone[0])
  })

  it("leaves out failures that are nothing but noise", () => {
    const { identities, count } = signatureOf(diagnosis([failure("a failed"), failure("=====\n-----")]), {})
    expect(identities).toHaveLength(1)
    expect(count).toBe(2)
  })
})

describe("okSignature", () => {
  it("is SHA-256 of the content as it is", () => {
    expect(okSignature({ ok: true, output: "took 3s" })).toBe(`ok:${sha256Hex('"took 3s"')}`)
    expect(okSignature({ ok: true, result: { b: 1, a: 2 } })).toBe(`ok:${sha256Hex('{"a":2,"b":1}')}`)
    expect(okSignature({ ok: true })).toBe(`ok:${sha256Hex("null")}`)
    expect(okSignature({ output: "took 3s" })).not.toBe(okSignature({ output: "took 4s" }))
  })
})
