import type { Files } from "./analyse.fixture.ts"

const SIZE = 400_000
const filled = (piece: string) => piece.repeat(SIZE / piece.length)

export const PIECES = [
  "[a](",
  "<!--",
  "{",
  " ",
  "\t",
  "#",
  "a.",
  "- ",
  "`",
  "[",
  "\n",
  '"',
  "uses: a/",
  "$" + "{{ ",
  "eval(",
  "import ",
  "a=",
  ">",
  "1",
]
const NAMES = [
  "README.md",
  "LICENSE",
  "package.json",
  "pyproject.toml",
  "go.mod",
  "Cargo.toml",
  "pom.xml",
  ".github/workflows/ci.yml",
  ".env",
  "docs/a.md",
]
const SOURCES = ["a.ts", "b.py", "c.go", "d.rs", "E.java", "test/a.test.ts"]

/** A repository whose files only repeat a piece of text. */
export function filesOf(piece: string): Files {
  const text = filled(piece)
  return Object.fromEntries([
    ...NAMES.map((name) => [name, text]),
    ...SOURCES.map((name) => [name, text.slice(0, 50_000)]),
  ])
}
