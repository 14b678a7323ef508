import { expect, it } from "vitest"
import { moreThanLinear, repeatedTexts } from "../evidence/more_than_linear.fixture.ts"
import { commandForm } from "./command_form.ts"

it.each([
  ["train --rate 0.1 --out r1.json", "train --rate 12 --out runs/r2.json"],
  ["eslint src/a.ts", "eslint lib/deep/b.ts"],
  ["gcc -O0 -o bench bench.c", "gcc -O2 -o bench  bench.c"],
])("%s is of the form of %s", (one, other) => {
  expect(commandForm(one)).toBe(commandForm(other))
})

it.each([
  ["hugo", "hugo --minify"],
  ["hugo --minify", "hugo -d public"],
  ["train --fast", "train --slow"],
  ["eslint a.ts", "eslint --fix a.ts"],
])("%s is of another form than %s", (one, other) => {
  expect(commandForm(one)).not.toBe(commandForm(other))
})

it("does linear work on hostile texts", () => {
  const parts = ["a/", "a.b", ".", "-", "1.", "~", " "]
  expect(moreThanLinear(commandForm, (length) => repeatedTexts(parts, length))).toEqual([])
})
