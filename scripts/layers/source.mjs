import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { parseSync } from "oxc-parser"
import { checkConstants } from "./constants.mjs"
import { usedNames } from "./names.mjs"
import { processChanges } from "./process_changes.mjs"
import { walk } from "./walk.mjs"

const IS_SOURCE = /\.(ts|mts|mjs|js)$/
const IS_SKIPPED = new Set(["node_modules", "dist", ".tsc", "coverage", "fixtures", "cases"])

/** Reads and parses every source file below the given folders; paths are relative to the root, with slashes. */
export function readSources(root, folders) {
  return folders
    .flatMap((folder) => list(join(root, folder)))
    .map((file) => readSource(root, relative(root, file).split(sep).join("/")))
}

/** Tests, and what only tests load; the same patterns as in every tsconfig.json. */
export function isTestFile(path) {
  return /\.(test|test-d|fixture)\.[a-z]+$|\/fixtures\//.test(path)
}

function list(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return IS_SKIPPED.has(entry.name) ? [] : list(join(folder, entry.name))
    return IS_SOURCE.test(entry.name) && !entry.name.endsWith(".d.ts") ? [join(folder, entry.name)] : []
  })
}

function readSource(root, path) {
  const text = readFileSync(join(root, path), "utf8")
  const { program } = parseSync(path, text)
  const lineOf = (offset) => text.slice(0, offset).split("\n").length
  const imports = []
  walk(program, (node) => {
    const found = importOf(node)
    if (found !== undefined) imports.push({ ...found, line: lineOf(node.start) })
  })
  return {
    path,
    imports,
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    isTest: isTestFile(path),
    constants: () =>
      checkConstants(program).map(({ offset, message }) => ({ line: lineOf(offset), message })),
    processChanges: () =>
      processChanges(program, text).map(({ offset, message }) => ({ line: lineOf(offset), message })),
    names: () => usedNames(program).map(({ offset, ...used }) => ({ ...used, line: lineOf(offset) })),
  }
}

/** With `verbatimModuleSyntax`, `import { type A }` still loads the module, so only `import type` is a type import. */
function importOf(node) {
  if (node.type === "TSImportType") return { specifier: node.source?.value, isType: true }
  const isImport = node.type === "ImportDeclaration" || node.type === "ImportExpression"
  const isExport = node.type === "ExportNamedDeclaration" || node.type === "ExportAllDeclaration"
  if (!isImport && !isExport) return undefined
  if (typeof node.source?.value !== "string") return undefined
  return {
    specifier: node.source.value,
    isType: node.importKind === "type" || node.exportKind === "type",
    isDynamic: node.type === "ImportExpression",
  }
}
