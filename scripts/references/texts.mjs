import { readFileSync, readdirSync } from "node:fs"
import { join, relative, sep } from "node:path"

const IS_TEXT = /\.(?:[cm]?[jt]s|jsonc?|md|ya?ml|py|sh|css|html|sql)$/
/** Installed, built and generated folders; `fixtures` quote whatever a tool prints. */
const SKIPPED = new Set(["node_modules", "dist", "coverage", "fixtures", "api"])
const SKIPPED_FILES = new Set([
  "pnpm-lock.yaml",
  "packages/proofloop/src/replay/html/assets.ts",
  "packages/proofloop/src/cockpit/page/assets.ts",
])
/** This folder quotes what it refuses. */
const OWN = "scripts/references/"

/** Every text below `root` that people write; paths are relative to the root, with slashes. */
export function readTexts(root) {
  return list(root)
    .map((file) => relative(root, file).split(sep).join("/"))
    .filter((path) => !SKIPPED_FILES.has(path) && !path.startsWith(OWN))
    .map((path) => readText(root, path))
}

export function isTest(path) {
  return path.endsWith(".test.ts")
}

function list(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.has(entry.name) || isHidden(entry.name) ? [] : list(path)
    return entry.isFile() && IS_TEXT.test(entry.name) ? [path] : []
  })
}

/** Caches of tools; what people write is in .github and .changeset. */
function isHidden(name) {
  return name.startsWith(".") && name !== ".github" && name !== ".changeset"
}

/** `prose` is the text in which a sentence that goes on in the next line of a comment stands in one piece. */
function readText(root, path) {
  const text = readFileSync(join(root, path), "utf8")
  const prose = text.replace(/\r?\n[ \t]*(?:\*(?!\/)|\/\/|#)?/g, (gap) => " ".repeat(gap.length))
  return { path, prose, lineOf: (offset) => text.slice(0, offset).split("\n").length }
}
