import { posix } from "node:path"
import type { Fingerprint } from "./fingerprint.ts"

/** How many files of each programming language there are, most first, then by name. */
export function languagesOf(paths: readonly string[]): Fingerprint["languages"] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const name = languageByExtension.get(posix.extname(path).toLowerCase())
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .map(([name, files]) => ({ name, files }))
    .sort((left, right) => right.files - left.files || (left.name < right.name ? -1 : 1))
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  TypeScript: ".ts .tsx .mts .cts",
  JavaScript: ".js .jsx .mjs .cjs",
  Python: ".py .pyi",
  Rust: ".rs",
  Go: ".go",
  Java: ".java",
  Kotlin: ".kt .kts",
  Scala: ".scala",
  "C#": ".cs",
  C: ".c .h",
  "C++": ".cc .cpp .cxx .hpp .hh",
  Ruby: ".rb",
  PHP: ".php",
  Swift: ".swift",
  Dart: ".dart",
  Elixir: ".ex .exs",
  Haskell: ".hs",
  Lua: ".lua",
  R: ".r",
  Zig: ".zig",
  Shell: ".sh .bash .zsh",
  PowerShell: ".ps1",
  SQL: ".sql",
  HTML: ".html .htm",
  CSS: ".css .scss .sass .less",
  Vue: ".vue",
  Svelte: ".svelte",
}

const languageByExtension = new Map(
  Object.entries(EXTENSIONS).flatMap(([name, list]) =>
    list.split(" ").map((extension) => [extension, name] as const),
  ),
)
