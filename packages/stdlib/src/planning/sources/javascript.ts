import { posix } from "node:path"
import { firstOf, type RepositoryFiles } from "../repository_files.ts"
import { folderFiles, packageFiles } from "./node_packages.ts"

const EXTENSIONS = [".js", ".ts", ".tsx", ".mjs", ".jsx", ".mts", ".cts", ".cjs"]

/** The source extensions behind a specifier's extension in a TypeScript project (moduleResolution NodeNext). */
const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".jsx"],
  ".jsx": [".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
}

const SPECIFIER =
  /\b(?:from|import|require)[ \t\n]{0,64}(?:\([ \t\n]{0,64})?["'`]([\w@./][^"'`\n]{0,512})["'`]/g

/** The files that a JavaScript or TypeScript file imports, exports from or requires, by a relative path or from a package here. */
export async function javascriptSources(path: string, files: RepositoryFiles): Promise<readonly string[]> {
  const code = withoutComments(await files.text(path))
  const specifiers = [...code.matchAll(SPECIFIER)].map((match) => (match[1] ?? "").replace(/[?#].*/, ""))
  const found = await Promise.all(specifiers.map((specifier) => filesOf(specifier, path, files)))
  return found.flat()
}

async function filesOf(specifier: string, path: string, files: RepositoryFiles): Promise<readonly string[]> {
  if (specifier.startsWith("/")) return firstOf(files, spellings(specifier.slice(1)))
  if (!specifier.startsWith("."))
    return firstOf(files, (await packageFiles(specifier, files)).flatMap(spellings))
  const target = posix.join(posix.dirname(path), specifier)
  const found = firstOf(files, spellings(target))
  return found.length > 0 ? found : firstOf(files, (await folderFiles(target, files)).flatMap(spellings))
}

function spellings(target: string): readonly string[] {
  const extension = posix.extname(target)
  const stem = target.slice(0, target.length - extension.length)
  return [
    target,
    ...(WRITTEN_AS[extension] ?? []).map((other) => stem + other),
    ...EXTENSIONS.map((other) => target + other),
    ...EXTENSIONS.map((other) => posix.join(target, `index${other}`)),
  ]
}

/** Whole lines only: a comment behind code, or a string that looks like one, changes no import. */
function withoutComments(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^\s{0,256}(?:\/\/|\*|\/\*)/.test(line) || line.includes("*/"))
    .join("\n")
}
