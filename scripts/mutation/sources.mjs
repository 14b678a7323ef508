import { readFileSync, readdirSync } from "node:fs"
import { join, sep } from "node:path"
import { parseSync } from "oxc-parser"

const BASE = "packages/runtime/src"

/** The folders that are mutated, each with the score it has to reach, in percent. The first that a file lies below counts. */
export const THRESHOLDS = {
  // Mutants of a parser are mostly anchors and bounds of its patterns, and only recordings of real tools judge those.
  "evidence/parsers": 70,
  evidence: 90,
  stall: 95,
}
export const PARTS = Object.keys(THRESHOLDS)

/** The files to mutate: all, those of the part `only`, or those that are, or lie below, that path. */
export function sourceFiles(root, only) {
  const wanted = only?.replace(/^\.\//, "").replace(/\/$/, "")
  return PARTS.flatMap((part) =>
    readdirSync(join(root, BASE, part), { recursive: true })
      .map((name) => `${part}/${name.split(sep).join("/")}`)
      .filter((name) => isSource(name) && partOf(name) === part)
      .filter(
        (name) => wanted === undefined || (PARTS.includes(wanted) ? part === wanted : isBelow(name, wanted)),
      )
      .sort()
      .map((name) => readSource(root, part, name)),
  )
}

function partOf(name) {
  return PARTS.find((part) => isBelow(name, part))
}

function isSource(name) {
  return name.endsWith(".ts") && !/\.(?:test|fixture)\.ts$|\/fixtures\//.test(name)
}

function isBelow(name, wanted) {
  return [name, `${BASE}/${name}`].some((path) => path === wanted || path.startsWith(`${wanted}/`))
}

function readSource(root, part, name) {
  const path = `${BASE}/${name}`
  const text = readFileSync(join(root, path), "utf8")
  return { part, name, path, text, lines: text.split("\n") }
}

/**
 * What Stryker is to mutate of a file, as `path:first-last`: the lines outside the declarations that are excluded by name.
 * Throws if the file declares no such name: a list that is not read is not kept.
 */
export function mutableRanges(file, exclusions) {
  const names = Object.values(exclusions).flatMap((files) => files[file.name] ?? [])
  const excluded = declarationLines(file, names)
  const ranges = []
  let first = 1
  for (const { start, end } of excluded) {
    if (first < start) ranges.push(`${file.path}:${first}-${start - 1}`)
    first = end + 1
  }
  if (first <= file.lines.length) ranges.push(`${file.path}:${first}-${file.lines.length}`)
  return ranges
}

function declarationLines({ path, name, text }, names) {
  const lineOf = (offset) => text.slice(0, offset).split("\n").length
  const declared = parseSync(path, text).program.body.flatMap((node) =>
    declarationsOf(node).map(({ id, start, end }) => ({ id, start: lineOf(start), end: lineOf(end) })),
  )
  for (const id of names) {
    if (!declared.some((declaration) => declaration.id === id))
      throw new Error(`scripts/mutation/exclusions.mjs: ${name} declares no ${id}`)
  }
  return declared.filter(({ id }) => names.includes(id)).sort((a, b) => a.start - b.start)
}

/** What a file declares at its top, and the fields of its constants there. */
function declarationsOf(node) {
  const declaration = node.declaration ?? node
  const { start, end } = node
  if (declaration.type === "FunctionDeclaration") return [{ id: declaration.id.name, start, end }]
  if (declaration.type !== "VariableDeclaration") return []
  const fields = declaration.declarations.flatMap(({ init }) => init?.properties ?? [])
  return [
    ...declaration.declarations.map(({ id }) => ({ id: id.name, start, end })),
    ...fields.map((field) => ({ id: `.${field.key?.name}`, start: field.start, end: field.end })),
  ]
}
