import { posix } from "node:path"
import { languageOf } from "../../code/language.ts"
import type { LostDefinition } from "./lost_definition.ts"

/** Whether code of a file can use a definition: what is private to a Go package or a Rust module is used only in there. */
export function canReach(file: string, { path, definition }: LostDefinition): boolean {
  if (definition.public || definition.kind === "method") return true
  switch (languageOf(path)) {
    case "go":
      return file.endsWith(".go") && posix.dirname(file) === posix.dirname(path)
    case "rust":
      return file === path || (file.endsWith(".rs") && file.startsWith(moduleFolder(path)))
    default:
      return true
  }
}

/** Where the modules below that of a Rust file are. */
function moduleFolder(path: string): string {
  const folder = `${posix.dirname(path)}/`
  const name = posix.basename(path, ".rs")
  const is_folder = ["lib", "main", "mod"].includes(name)
  return (is_folder ? folder : `${folder}${name}/`).replace(/^\.\//, "")
}
