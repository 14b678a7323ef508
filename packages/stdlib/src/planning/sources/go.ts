import { posix } from "node:path"
import type { RepositoryFiles } from "../repository_files.ts"

/** The files of a Go test's package, its namesake first, and those of the imported packages. */
export async function goSources(path: string, files: RepositoryFiles): Promise<readonly string[]> {
  const modules = await modulesOf(files)
  const imported = importsOf(await files.text(path)).flatMap((name) => folderOf(name, modules))
  const sources = [posix.dirname(path), ...imported].flatMap((folder) =>
    files.inFolder(folder).filter((file) => file.endsWith(".go") && !file.endsWith("_test.go")),
  )
  const subject = path.replace(/_test\.go$/, ".go")
  return files.has(subject) ? [subject, ...sources] : sources
}

interface GoModule {
  readonly name: string
  readonly folder: string
}

async function modulesOf(files: RepositoryFiles): Promise<readonly GoModule[]> {
  const manifests = files.paths.filter((path) => posix.basename(path) === "go.mod").slice(0, 100)
  const modules = await Promise.all(
    manifests.map(async (path) => {
      const name = /^module[ \t]{1,16}"?([^\s"]{1,512})/m.exec(await files.text(path))?.[1]
      return name === undefined ? [] : [{ name, folder: posix.dirname(path) }]
    }),
  )
  return modules.flat().toSorted((a, b) => b.name.length - a.name.length)
}

/** Single lines and blocks, with or without a name of their own. */
function importsOf(text: string): readonly string[] {
  const names: string[] = []
  let is_inside = false
  for (const line of text.split("\n")) {
    const is_import = /^import[ \t("]/.test(line)
    if (is_import) is_inside = line.includes("(")
    const name =
      is_import || is_inside
        ? /^[^"/]{0,256}"([^"\n]{1,512})"/.exec(line.replace(/^import/, ""))?.[1]
        : undefined
    if (name !== undefined) names.push(name)
    if (is_inside && line.includes(")")) is_inside = false
  }
  return names
}

/** By the module's path; without a go.mod the first segment stands for it. */
function folderOf(name: string, modules: readonly GoModule[]): readonly string[] {
  const owner = modules.find((module) => name === module.name || name.startsWith(`${module.name}/`))
  if (owner !== undefined) return [posix.join(owner.folder, name.slice(owner.name.length + 1))]
  const segments = name.split("/")
  return modules.length === 0 && segments.length >= 2 ? [segments.slice(1).join("/")] : []
}
