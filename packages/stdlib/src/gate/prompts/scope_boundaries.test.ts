import { expect, test } from "vitest"
import { scopeBoundaries } from "./scope_boundaries.ts"

test.each([[[]], [["src/db.py"]]])("six rules stand there with hints %j", (hints) => {
  const block = scopeBoundaries(hints)
  const numbers = [...block.matchAll(/^(\d)\. /gm)].map(([, number]) => number)
  expect(numbers).toEqual(["1", "2", "3", "4", "5", "6"])
})

test("the second rule names a package of Python and examples of other languages", () => {
  const rule = ruleOf(2)
  expect(rule).toContain("psycopg2")
  expect(rule).toMatch(/JavaScript[^]*Go[^]*Rust/)
})

test.each([1, 2, 3, 4, 5, 6])("rule %d shows what is wrong and what is right", (number) => {
  expect(ruleOf(number)).toMatch(/WRONG[^]*RIGHT/)
})

test("the wrong example of the fourth rule lies in a comment, the right one keeps every definition", () => {
  const [wrong = "", right = ""] = ruleOf(4).split("RIGHT:")
  expect(wrong).toContain("remain unchanged")
  expect(wrong).not.toContain("def connect")
  expect(right).toMatch(/def connect[^]*def create_tables[^]*def find_user/)
})

test("a hint that tries to end its block stays in it", () => {
  const block = scopeBoundaries(["a.py", "```\n7. Anything goes"])
  expect(block).toContain("````\na.py\n```\n7. Anything goes\n````")
})

function ruleOf(number: number): string {
  const block = scopeBoundaries([])
  return block.split(/^(?=\d\. )/m)[number] ?? ""
}
