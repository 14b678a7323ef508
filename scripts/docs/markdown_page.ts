import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../setup.mjs"

/** A page that people write: its path from the root of the checkout, with slashes, and its text. */
export interface MarkdownPage {
  readonly path: string
  readonly text: string
}

/** A fenced block. */
export interface CodeBlock {
  readonly path: string
  /** 1-based, of its first line of code. */
  readonly line: number
  /** The words behind the opening fence: the language, and what a check is told. */
  readonly words: readonly string[]
  readonly code: string
}

/** The README, CONTRIBUTING, everything in `docs/`, and the README of every package. */
export function markdownPages(): readonly MarkdownPage[] {
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
  const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}/README.md`)
  const paths = ["README.md", "CONTRIBUTING.md", "conformance/README.md", ...packages, ...below("docs")]
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
}

/** The fenced blocks of a page, in order; fences of three backticks at the start of a line. */
export function codeBlocks({ path, text }: MarkdownPage): readonly CodeBlock[] {
  const blocks: CodeBlock[] = []
  let open: { line: number; words: readonly string[]; code: string[] } | null = null
  for (const [index, line] of text.split("\n").entries()) {
    if (!line.startsWith("```")) open?.code.push(line)
    else if (open === null) open = { line: index + 2, words: line.slice(3).trim().split(/\s+/), code: [] }
    else {
      blocks.push({ path, line: open.line, words: open.words, code: open.code.join("\n") })
      open = null
    }
  }
  if (open !== null) throw new Error(`${path}:${open.line - 1}: this block is not closed`)
  return blocks
}

/** The page with its fenced blocks blank, so that lines keep their numbers. */
export function proseOf({ text }: MarkdownPage): string {
  let inside = false
  return text
    .split("\n")
    .map((line) => {
      const fence = line.startsWith("```")
      if (fence) inside = !inside
      return fence || inside ? "" : line
    })
    .join("\n")
}
