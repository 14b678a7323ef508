import { dirname, join } from "node:path"
import { installedFile } from "@proofloop/foundation/files"
import { UnableError } from "../unable_error.ts"

/** A language that has a grammar here; tsx is TypeScript with JSX, cpp reads C as well. Kotlin's grammar is installed apart. */
export type Language =
  | "python"
  | "javascript"
  | "typescript"
  | "tsx"
  | "go"
  | "rust"
  | "java"
  | "csharp"
  | "cpp"
  | "ruby"
  | "php"
  | "kotlin"

const TOGETHER = "@vscode/tree-sitter-wasm"
const OF_KOTLIN = "@tree-sitter-grammars/tree-sitter-kotlin"

const FILES: Readonly<Record<Language, readonly [package_: string, file: string]>> = {
  python: [TOGETHER, "wasm/tree-sitter-python.wasm"],
  javascript: [TOGETHER, "wasm/tree-sitter-javascript.wasm"],
  typescript: [TOGETHER, "wasm/tree-sitter-typescript.wasm"],
  tsx: [TOGETHER, "wasm/tree-sitter-tsx.wasm"],
  go: [TOGETHER, "wasm/tree-sitter-go.wasm"],
  rust: [TOGETHER, "wasm/tree-sitter-rust.wasm"],
  java: [TOGETHER, "wasm/tree-sitter-java.wasm"],
  csharp: [TOGETHER, "wasm/tree-sitter-c-sharp.wasm"],
  cpp: [TOGETHER, "wasm/tree-sitter-cpp.wasm"],
  ruby: [TOGETHER, "wasm/tree-sitter-ruby.wasm"],
  php: [TOGETHER, "wasm/tree-sitter-php.wasm"],
  kotlin: [OF_KOTLIN, "tree-sitter-kotlin.wasm"],
}

/** The file of a language's grammar. Throws UnableError, with the command that installs it, when it is missing. */
export function grammarFile(language: Language): string {
  const [name, file] = FILES[language]
  try {
    return join(dirname(installedFile(`${name}/package.json`, import.meta.url)), file)
  } catch (cause) {
    throw new UnableError(`${name} is not installed: npm install --save-dev ${name}`, { cause })
  }
}

/** Whether the grammar of a language is installed, as found out at first. */
export function hasGrammar(language: Language): boolean {
  const known = found.get(language) ?? isInstalled(language)
  found.set(language, known)
  return known
}

const found = new Map<Language, boolean>()

function isInstalled(language: Language): boolean {
  try {
    return grammarFile(language) !== ""
  } catch {
    return false
  }
}
