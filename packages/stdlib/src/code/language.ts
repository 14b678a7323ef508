/** A language whose files are read for definitions; tsx is TypeScript with JSX. */
export type Language = "python" | "javascript" | "typescript" | "tsx" | "go" | "rust" | "java"

const LANGUAGES: Readonly<Record<string, Language>> = {
  py: "python",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "tsx",
  go: "go",
  rs: "rust",
  java: "java",
}

/** The language by the last extension, which is case-sensitive. null: an unsupported language. */
export function languageOf(path: string): Language | null {
  const extension = path.slice(path.lastIndexOf(".") + 1)
  return Object.hasOwn(LANGUAGES, extension) ? (LANGUAGES[extension] ?? null) : null
}

/** Languages whose references are followed as well. */
export function isIndexable(path: string): boolean {
  const language = languageOf(path)
  return language !== null && language !== "java"
}

/** The language whose comments and strings it has. */
export function familyOf(
  language: Language,
): Exclude<Language, "javascript" | "typescript" | "tsx"> | "script" {
  return language === "javascript" || language === "typescript" || language === "tsx" ? "script" : language
}

export function isScript(language: Language | null): boolean {
  return language === "javascript" || language === "typescript" || language === "tsx"
}
