import { posix } from "node:path"
import { isTestPath } from "@proofloop/foundation/paths"
import type { RepositoryFiles } from "../repository_files.ts"

/** The classes a Java test is about: its namesake, its imports, and the classes of its package that it names. */
export async function javaSources(path: string, files: RepositoryFiles): Promise<readonly string[]> {
  const text = await files.text(path)
  const words = new Set(text.match(/\b[A-Z]\w{0,127}/g) ?? [])
  const java = files.paths.filter((file) => file.endsWith(".java") && !isTestPath(file))
  const own = packageOf(text)
  const stem = posix.basename(path, ".java")
  const subject = stem.replace(/^Tests?(?=[A-Z])|(?:Tests?|TestCase|IT)$/g, "")
  const named = java.filter((file) => file.endsWith(classFile(own, subject)))
  const imported = importsOf(text).flatMap((name) =>
    name.endsWith(".*")
      ? inPackage(java, name.slice(0, -2)).filter((file) => words.has(posix.basename(file, ".java")))
      : java.filter((file) => classFiles(name).some((end) => file.endsWith(end))),
  )
  const beside = inPackage(java, own).filter((file) => words.has(posix.basename(file, ".java")))
  return [...named, ...imported, ...beside]
}

function packageOf(text: string): string {
  return /^\s{0,64}package[ \t]{1,16}([\w.]{1,512})/m.exec(text)?.[1] ?? ""
}

function importsOf(text: string): readonly string[] {
  return [...text.matchAll(/^[ \t]{0,64}import[ \t]{1,16}(?:static[ \t]{1,16})?([\w.]{1,512}\*?)/gm)].flatMap(
    ([, name]) => name ?? [],
  )
}

function classFile(package_name: string, class_name: string): string {
  return `/${[...package_name.split("."), `${class_name}.java`].filter((part) => part !== "").join("/")}`
}

/** `a.b.C` may be a class, or a member or class inside one: `a.b.C.D`, `static a.b.C.find`. */
function classFiles(name: string): readonly string[] {
  const parts = name.split(".")
  return [parts, parts.slice(0, -1)]
    .filter((tried) => tried.length > 1)
    .map((tried) => `/${tried.join("/")}.java`)
}

function inPackage(java: readonly string[], package_name: string): readonly string[] {
  if (package_name === "") return []
  return java.filter((file) => `/${posix.dirname(file)}`.endsWith(`/${package_name.replaceAll(".", "/")}`))
}
