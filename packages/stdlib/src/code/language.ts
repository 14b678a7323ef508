/** A language whose files are read for definitions; tsx is TypeScript with JSX, cpp is C as well. */
export type Language = "python" | "javascript" | "typescript" | "tsx" | "go" | "rust" | "java" | TableLanguage

/** A language that one table describes. */
export type TableLanguage = "csharp" | "cpp" | "ruby" | "php" | "kotlin"

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
  cs: "csharp",
  c: "cpp",
  h: "cpp",
  cc: "cpp",
  cpp: "cpp",
  cxx: "cpp",
  hh: "cpp",
  hpp: "cpp",
  hxx: "cpp",
  rb: "ruby",
  rake: "ruby",
  gemspec: "ruby",
  php: "php",
  kt: "kotlin",
  kts: "kotlin",
}

/** The language by the last extension, which is case-sensitive. null: an unsupported language, or a page of Blade. */
export function languageOf(path: string): Language | null {
  const extension = path.slice(path.lastIndexOf(".") + 1)
  if (path.endsWith(".blade.php")) return null
  return Object.hasOwn(LANGUAGES, extension) ? (LANGUAGES[extension] ?? null) : null
}

/** Whether one table says how the language is read. */
export function isOfTable(language: Language | null): language is TableLanguage {
  return language !== null && TABLES.has(language)
}

const TABLES: ReadonlySet<Language> = new Set<TableLanguage>(["csharp", "cpp", "ruby", "php", "kotlin"])

/** Languages whose references are followed as well. */
export function isIndexable(path: string): boolean {
  const language = languageOf(path)
  return language !== null && language !== "java" && !isOfTable(language)
}

/** The languages with comments and strings of their own. */
export type Family = Exclude<Language, "javascript" | "typescript" | "tsx"> | "script"

/** The language whose comments and strings it has. */
export function familyOf(language: Language): Family {
  return language === "javascript" || language === "typescript" || language === "tsx" ? "script" : language
}

export function isScript(language: Language | null): boolean {
  return language === "javascript" || language === "typescript" || language === "tsx"
}
