import { describe, expect, it } from "vitest"
import { deltaOf } from "./delta.ts"
import { signatureOf } from "./signature.ts"

const failing = (messages: readonly string[], count: number = messages.length) =>
  signatureOf(
    { diagnostics: messages.map((message) => ({ check_id: "x", kind: "test", message })), count },
    {},
  )

// @requirement evidence.delta.status
describe("deltaOf", () => {
  it.each([
    ["no previous failure", null, failing(["a"]), "initialized"],
    ["no previous signature", { ...failing(["a"]), signature: "" }, failing(["a"]), "initialized"],
    ["the same set and count", failing(["a", "b"]), failing(["b", "a"]), "unchanged"],
    ["the same set, count lower", failing(["a", "b"], 5), failing(["a", "b"], 4), "advanced"],
    ["the same set, count higher", failing(["a", "b"], 5), failing(["a", "b"], 6), "regressed"],
    ["something removed", failing(["a", "b"]), failing(["a"]), "advanced"],
    ["something removed and added", failing(["a", "b"]), failing(["a", "c"]), "advanced"],
    ["something removed, more added", failing(["a"]), failing(["b", "c", "d"]), "advanced"],
    ["something removed, more added than removed", failing(["a", "b"]), failing(["a", "c", "d"]), "advanced"],
    ["only additions", failing(["a"]), failing(["a", "b"]), "regressed"],
    ["only additions, count lower", failing(["a"], 9), failing(["a", "b"], 2), "regressed"],
  ] as const)("%s", (_what, previous, current, delta) => {
    expect(deltaOf(previous, current)).toBe(delta)
  })

  it("never calls different failures unchanged, even beyond the 64 that are kept", () => {
    const many = Array.from(
      { length: 200 },
      (_, index) => `failure of ${String.fromCharCode(97 + (index % 26))}${index}`,
    )
    for (let left_out = 0; left_out < many.length; left_out += 7) {
      const others = many.with(left_out, "another one")
      expect(deltaOf(failing(many), failing(others))).toBe("advanced")
    }
  })
})
