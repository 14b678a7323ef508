import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { htmlHead } from "./html_page.ts"

const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`

test("the policy of a page lets its own styles and code in, and nothing else", () => {
  const head = htmlHead({ title: "a <b>", styles: "p{color:red}", script: "go()" })
  expect(head).toContain("<title>a &lt;b&gt;</title>\n<style>p{color:red}</style>\n<script>go()</script>\n")
  expect(head).toContain(
    `content="default-src 'none'; script-src '${hashOf("go()")}'; style-src '${hashOf("p{color:red}")}'; img-src data:;`,
  )
})

test("a page without a script allows none", () => {
  const head = htmlHead({ title: "a", styles: "" })
  expect(head).not.toContain("script")
  expect(head).not.toContain("unsafe")
})
