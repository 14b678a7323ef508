import fc from "fast-check"
import { expect, test } from "vitest"
import { escapeHtml } from "./html.ts"
import { visibleText } from "./visible_text.ts"

test("what could be markup is text", () => {
  expect(escapeHtml(`<b a="1" c='2'>&amp;`)).toBe("&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;")
})

test("what is invisible is shown, line breaks and tabs stay", () => {
  expect(visibleText("a\u0000\u001b[31m\u007f\u202e\u2028\n\tb")).toBe("a␀␛[31m␡\\u{202e}\\u{2028}\n\tb")
})

test("half a pair of surrogates is shown as what it is", () => {
  expect(visibleText("\ud83d\ude00 \ud83d")).toBe("😀 \\u{d83d}")
})

test("law: escaped text has nothing that begins markup or ends an attribute", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !/[<>"']/.test(escapeHtml(text))))
})
