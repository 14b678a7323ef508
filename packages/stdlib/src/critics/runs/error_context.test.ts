import { expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import type { Violation } from "../verdict.ts"
import { explainErrors } from "./error_context.ts"

const facts = memoryFacts({
  "main.go": "package main\n\nfunc main() { total(1) }\n",
  "shop/total.go": "package shop\n\n// total adds\nfunc total(a, b int) int {\n",
  "total.py": "def total():\n",
})

function error(details: Partial<Violation>): Violation {
  return {
    path: "main.go",
    line: 3,
    rule: "signature_mismatch",
    message: "it broke",
    evidence: "x",
    ...details,
  }
}

async function messageOf(details: Partial<Violation>) {
  return (await explainErrors([error(details)], facts))[0]?.message
}

it("adds the source line and where the name is defined", async () => {
  expect(await messageOf({ message: "not enough arguments in call to shop.total" })).toBe(
    "not enough arguments in call to shop.total; the line is: func main() { total(1) }; " +
      "total is defined in shop/total.go:4: func total(a, b int) int {",
  )
})

it("adds nothing that it does not find", async () => {
  expect(await messageOf({ path: "gone.go", message: "undefined: nothing" })).toBe("undefined: nothing")
  expect(await messageOf({ line: 99 })).toBe("it broke")
  expect(await messageOf({ message: "cannot find `adds`", line: 2 })).toBe("cannot find `adds`")
})

it("explains the first six, each in 400 characters at most", async () => {
  const many = Array.from({ length: 8 }, () => error({ message: "x".repeat(500) }))
  const lengths = (await explainErrors(many, facts)).map(({ message }) => message.length)
  expect(lengths).toEqual([400, 400, 400, 400, 400, 400, 500, 500])
})
