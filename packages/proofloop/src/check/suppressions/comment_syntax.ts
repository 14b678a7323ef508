import { posix } from "node:path"

/** How comments of a language begin; their closing mark is not part of a reason. */
export interface CommentSyntax {
  readonly starts: readonly string[]
  readonly ends: readonly string[]
  /** Whether lines within ``` fences are examples. */
  readonly has_fences: boolean
}

/** By name and extension; an unknown file gets the most common marks. */
export function commentSyntax(path: string): CommentSyntax {
  const name = posix.basename(path).toLowerCase()
  const extension = posix.extname(name).slice(1)
  const found = FAMILIES.find(({ names }) => names.includes(extension) || names.includes(name))
  const { starts } = found ?? UNKNOWN
  const ends = ENDS.flatMap(([start, end]) => (starts.includes(start) ? [end] : []))
  return { starts, ends, has_fences: ["md", "markdown", "mdx"].includes(extension) }
}

const ENDS = [
  ["/*", "*/"],
  ["<!--", "-->"],
] as const

const UNKNOWN = { starts: ["#", "//", "/*", "<!--", "--", ";"] }

const FAMILIES: ReadonlyArray<{ readonly starts: readonly string[]; readonly names: readonly string[] }> = [
  {
    starts: ["//", "/*"],
    names: words(
      "js jsx mjs cjs ts tsx mts cts go rs java kt kts swift c h cc cpp hpp cxx cs scala dart groovy gradle json jsonc json5 css scss less proto zig",
    ),
  },
  { starts: ["//", "/*", "#"], names: words("php tf hcl") },
  { starts: ["//", "/*", "<!--"], names: words("vue svelte astro mdx") },
  { starts: ["<!--"], names: words("md markdown html htm xml svg") },
  { starts: ["--"], names: words("sql lua hs elm") },
  { starts: [";", "#"], names: words("ini cfg conf properties editorconfig .editorconfig") },
  { starts: [";"], names: words("lisp clj cljs el") },
  { starts: [".."], names: words("rst") },
  {
    starts: ["#"],
    names: words(
      "py pyi pyx rb sh bash zsh fish yaml yml toml pl pm r jl ex exs nix cmake mk txt dockerfile makefile .gitignore .env",
    ),
  },
]

function words(text: string): readonly string[] {
  return text.split(" ")
}
