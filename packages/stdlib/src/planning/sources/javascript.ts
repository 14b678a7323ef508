import { posix } from "node:path"
import { firstOf, type RepositoryFiles } from "../repository_files.ts"

const EXTENSIONS = [".js", ".ts", ".tsx", ".mjs", ".jsx", ".mts", ".cts", ".cjs"]

/** What a TypeScript project means by a specifier that ends so (moduleResolution NodeNext). */
const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".jsx"],
  ".jsx": [".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
}

const SPECIFIER = /\b(?:from|import|require)[ \t\n]{0,64}(?:\([ \t\n]{0,64})?["'`]([./][^"'`\n]{0,512})["'`]/g

/** The files that a JavaScript or TypeScript file imports, exports from or requires by a relative path. */
export async function javascriptSources(path: string, files: RepositoryFiles): Promise<readonly string[]> {
  const code = withoutComments(await files.text(path))
  return [...code.matchAll(SPECIFIER)].flatMap((match) => {
    const specifier = (match[1] ?? "").replace(/[?#].*/, "")
    if (specifier.startsWith("/")) return firstOf(files, spellings(specifier.slice(1)))
    return firstOf(files, spellings(posix.join(posix.dirname(path), specifier)))
  })
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

/** Whole lines only: a comment behind code, or a string that looks like one, changes nothing that is imported. */
function withoutComments(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^\s{0,256}(?:\/\/|\*|\/\*)/.test(line) || line.includes("*/"))
    .join("\n")
}
