import { posix } from "node:path"
import { strictText } from "@proofloop/foundation/git"
import { pythonModuleFiles } from "../../code/python_modules.ts"
import type { SymbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import type { LostDefinition } from "./lost_definition.ts"

/** Whether a file still asks for a moved definition at its old place: by import, module name or package. */
export async function stillLeadsTo(
  { path, definition: { name } }: LostDefinition,
  { files, unparsed, truncated }: SymbolIndex,
  facts: RepositoryFacts,
): Promise<boolean> {
  if (truncated || unparsed.has(name)) return true
  const folder = posix.dirname(path)
  const is_package = /\.(?:go|java)$/.test(path)
  const place = is_package || /(?:^|\/)(?:__init__\.py|mod\.rs|lib\.rs)$/.test(path) ? folder : path
  const module = posix.basename(place).replace(/\.\w+$/, "")
  for (const [file, { references, definitions }] of files) {
    const own = references.filter((found) => found.name === name)
    if (own.length === 0 || definitions.some((found) => found.name === name)) continue
    if (is_package && posix.dirname(file) === folder && own.some(({ member }) => !member)) return true
    if (own.some((found) => found.kind === "import" && importsFrom(found.module ?? "", file, path)))
      return true
    const text = strictText(await facts.read(file)) ?? ""
    if (text.includes(`${module}.${name}`) || text.includes(`${module}::${name}`)) return true
  }
  return false
}

function importsFrom(module: string, importer: string, path: string): boolean {
  return path.endsWith(".py") && pythonModuleFiles(module, importer).includes(path)
}
