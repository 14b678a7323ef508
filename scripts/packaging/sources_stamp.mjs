import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { publishedPackages } from "./published.mjs"

/** Notes which sources `dist` was made from. */
export function writeStamp(root) {
  mkdirSync(dirname(stampFile(root)), { recursive: true })
  writeFileSync(stampFile(root), sourcesDigest(root))
}

/** What is wrong with `dist` of the package in `folder`, or null if it was made from the sources as they are now. */
export function buildProblem(root, folder) {
  const one = publishedPackages(root).find((candidate) => candidate.folder === folder)
  if (one === undefined) return `${folder} is no package that is published`
  const missing = one.entries
    .flatMap(({ script, declarations }) => [script, declarations])
    .find((file) => !existsSync(join(folder, file)))
  if (missing !== undefined) return `${missing} is not built`
  const isFresh = existsSync(stampFile(root)) && readFileSync(stampFile(root), "utf8") === sourcesDigest(root)
  return isFresh ? null : "dist is older than the sources"
}

function stampFile(root) {
  return join(root, "node_modules", ".cache", "proofloop-build")
}

/** A hash over all sources that are packed, and the manifests. */
export function sourcesDigest(root) {
  const hash = createHash("sha256")
  for (const { folder, entries } of publishedPackages(root)) {
    const folders = new Set(entries.map(({ source }) => source.split("/")[1]))
    const files = [...folders].flatMap((name) => sourceFiles(join(folder, name), folder))
    for (const file of ["package.json", ...files]) {
      hash.update(`\n${relative(root, folder)} ${file}\n`).update(readFileSync(join(folder, file)))
    }
  }
  return hash.digest("hex")
}

function sourceFiles(source, folder) {
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:test|test-d|fixture)\.ts$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((file) => !file.includes("/fixtures/"))
    .toSorted()
}
