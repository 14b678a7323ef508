import { posix } from "node:path"
import { firstOf, foldersAbove, type RepositoryFiles } from "../repository_files.ts"

/** The modules of this repository that a Python file imports: absolute, relative, in any source layout. */
export async function pythonSources(path: string, files: RepositoryFiles): Promise<readonly string[]> {
  const roots = foldersAbove(path).toReversed()
  return importsOf(await files.text(path)).flatMap(({ module, names }) => {
    const folders = module.startsWith(".") ? [relativeRoot(path, module)] : withLayouts(roots)
    const plain = module.replace(/^\.{1,16}/, "").replaceAll(".", "/")
    const modules = names.flatMap((name) => moduleFile(files, folders, posix.join(plain, name)))
    const is_only_modules = names.length > 0 && modules.length === names.length
    return is_only_modules ? modules : [...modules, ...moduleFile(files, folders, plain)]
  })
}

interface PythonImport {
  readonly module: string
  /** What `from` imports: names, or modules of a package. */
  readonly names: readonly string[]
}

function importsOf(text: string): readonly PythonImport[] {
  return logicalLines(text).flatMap((line) => {
    const from = /^from[ \t]{1,16}([\w.]{1,256})[ \t]{1,16}import\b(.*)/s.exec(line)
    if (from !== null) return [{ module: from[1] ?? "", names: listed(from[2] ?? "") }]
    const plain = /^import[ \t]{1,16}(.*)/s.exec(line)
    return plain === null ? [] : listed(plain[1] ?? "").map((module) => ({ module, names: [] }))
  })
}

const MAX_JOINED = 200

/** The lines that begin an import, with the lines up to a closing parenthesis. */
function logicalLines(text: string): readonly string[] {
  const found: string[][] = []
  let is_open = false
  for (const given of text.split("\n")) {
    const line = given.trim()
    const last = found.at(-1)
    if (is_open && last !== undefined) last.push(line)
    else if (/^(?:from|import)\s/.test(line)) found.push([line])
    else continue
    const code = line.replace(/#.*/, "")
    const joined = found.at(-1)?.length ?? 0
    is_open =
      joined < MAX_JOINED && !code.includes(")") && (is_open || code.includes("(") || code.endsWith("\\"))
  }
  return found.map((lines) => lines.join("\n"))
}

/** "a.b as c, d" is a.b and d. */
function listed(text: string): readonly string[] {
  return text
    .split("\n")
    .flatMap((line) => line.replace(/#.*/, "").split(","))
    .flatMap((part) => /^[\s()\\]{0,256}([\w.]{1,256})/.exec(part)?.[1] ?? [])
}

/** One dot is the folder of the file, each more the one above. */
function relativeRoot(path: string, module: string): string {
  const dots = /^\.{1,16}/.exec(module)?.[0].length ?? 1
  return posix.join(posix.dirname(path), ...Array.from({ length: dots - 1 }, () => ".."))
}

function withLayouts(roots: readonly string[]): readonly string[] {
  return [...roots, ...roots.map((root) => posix.join(root, "src"))]
}

/** Only folders inside the repository are known, so a path that climbs out is not found. */
function moduleFile(files: RepositoryFiles, folders: readonly string[], plain: string): readonly string[] {
  if (plain === "" || plain === ".")
    return firstOf(files, folders.map((folder) => posix.join(folder, "__init__.py")).slice(0, 1))
  return firstOf(
    files,
    folders.flatMap((folder) => [
      posix.join(folder, `${plain}.py`),
      posix.join(folder, plain, "__init__.py"),
    ]),
  )
}
