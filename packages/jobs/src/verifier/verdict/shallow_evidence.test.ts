import { describe, expect, it } from "vitest"
import { whyShallow } from "./shallow_evidence.ts"

describe("whyShallow", () => {
  it.each([
    "LGTM",
    "looks good to me",
    "Looks good to me — all tests pass, no issues found. Ship it! 🚀",
    "I have carefully reviewed the whole diff and everything works as expected",
    "I couldn't find anything wrong with the implementation; the code is clean and correct.",
    "The contract is satisfied and all the requirements are met",
    "ＬＯＯＫＳ　ＧＯＯＤ　ｔｏ　ｍｅ，　ｒｅａｄｙ　ｔｏ　ｍｅｒｇｅ",
    "Lo\u200boks go\u200bod t\u200bo m\u200be, sh\u2060ip i\u200bt no\u200bw",
    "wiring wiring wiring wiring wiring",
    "................................",
    "✅✅✅✅✅✅✅✅✅✅✅✅✅✅✅✅✅✅✅✅",
    "没问题",
    "a.ts b.ts",
    "I looked at src/account.py and it is all good and fine",
    "src/wallet/spend.py:12, src/wallet/store.py:3, deposit.py:40: reviewed, no issues found",
    "",
  ])("refuses %j", (text) => {
    expect(whyShallow(text)).not.toBeNull()
  })

  it.each([
    "registerRoute is never called from app.ts:12, so GET /orders is unreachable",
    "orders.ts:41 reads and writes stock without a lock",
    "No problems found: parseDate rejects 2026-02-30, and both callers handle null",
    "Every exported symbol of src/cart.ts has a caller in src/checkout.ts",
    "cancelRefund in src/refunds.ts:70 has no caller",
    "add(2, 2) returns 0 where the contract says 4",
    "Die Sperre in lager.ts deckt beide Schreibzugriffe ab",
    "注文処理は在庫を二重に引き当てる競合がある",
  ])("takes %j", (text) => {
    expect(whyShallow(text)).toBeNull()
  })

  it("reads a text of any length in time", () => {
    expect(whyShallow("looks good ".repeat(500_000))).toBe("it only approves")
  })
})
