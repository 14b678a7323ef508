import { expect, test } from "vitest"
import { shownFiles } from "./shown_files.ts"

const FILES: Readonly<Record<string, string>> = {
  "src/price.mjs": "export function discount(price) {\n  return price\n}\n",
  "src/other.mjs": "export const other = 1\n",
  "src/long.mjs": `export class Cart {\n  total() {\n    return 1\n  }\n}\nexport function fill() {\n${"  step()\n".repeat(9000)}}\n`,
}

const facts = {
  read: (path: string) => {
    const text = FILES[path]
    return Promise.resolve(text === undefined ? null : new TextEncoder().encode(text))
  },
}

test("files that the text speaks of come first, and every one is whole", async () => {
  const shown = await shownFiles(
    ["src/other.mjs", "src/price.mjs", "docs/new.md"],
    "Mend discount in price",
    facts,
  )
  expect(shown.match(/### .*/g)).toEqual(["### src/price.mjs", "### docs/new.md", "### src/other.mjs"])
  expect(shown).toContain("  return price\n}")
  expect(shown).toContain("### docs/new.md\n(there is no such file yet)")
})

test("of a file that is too long, what the text names is whole and once, and the rest is named", async () => {
  const shown = await shownFiles(["src/long.mjs"], "Mend the total of a Cart", facts)
  expect(shown).toContain("too long to be shown whole")
  expect(shown.match(/return 1/g)).toHaveLength(1)
  expect(shown).toMatch(/class Cart \{\n {2}total\(\) \{\n {4}return 1\n {2}\}\n\}/)
  expect(shown).toContain("It also has, by line: 6: fill")
  expect(shown).not.toContain("step()")
})
