import { posix } from "node:path"
import { findCycles } from "./cycles.mjs"
import { checkPurity } from "./purity.mjs"
import { createResolver, folderOf, packageOf } from "./resolve.mjs"
import * as rules from "./rules.mjs"
import { isTestFile, readSources } from "./source.mjs"

/** Checks every source file below `root` against the layers; returns the problems, sorted by place. */
export function checkLayers(root) {
  const sources = readSources(root, [...new Set(Object.keys(rules.PACKAGES).map(packageOf)), "scripts"])
  const resolve = createResolver(root)
  const edges = new Map(sources.map((source) => [source.path, new Set()]))
  const problems = []
  for (const source of sources) {
    problems.push(...checkFile(source))
    for (const imported of source.imports) {
      const target = resolve(source.path, imported.specifier)
      const message = target.problem ?? checkImport(source, imported, target)
      if (message !== undefined) problems.push({ path: source.path, line: imported.line, message })
      if (target.file !== undefined) edges.get(source.path).add(target.file)
    }
    problems.push(...checkPurity(source))
    if (sharesProcess(source))
      problems.push(...source.processChanges().map((problem) => ({ path: source.path, ...problem })))
    problems.push(...source.constants().map((problem) => ({ path: source.path, ...problem })))
  }
  for (const cycle of findCycles(edges)) {
    problems.push({ path: cycle[0], line: 1, message: `import cycle: ${cycle.join(" -> ")}` })
  }
  problems.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1))
  return { files: sources.length, problems }
}

/** Whether it runs in the process of the tests; the fixture that puts the environment back may change it. */
function sharesProcess({ path, isTest, imports }) {
  return (
    isTest &&
    !path.endsWith("/environment.fixture.ts") &&
    imports.some(({ specifier }) => specifier === "vitest")
  )
}

function checkFile({ path, lines }) {
  const problems = []
  const emptyName = path.split("/").find((part) => rules.EMPTY_NAMES.test(part.split(".")[0]))
  if (emptyName !== undefined) problems.push(`"${emptyName}" says nothing: name it after what it holds`)
  if (lines > rules.MAXIMUM_LINES) problems.push(`${lines} lines, more than ${rules.MAXIMUM_LINES}`)
  return problems.map((message) => ({ path, line: 1, message }))
}

function checkImport(source, imported, target) {
  const from = folderOf(source.path)
  const to = target.file === undefined ? target.folder : folderOf(target.file)
  if (to === undefined) return checkPackage(source, imported)
  // Scripts ship nothing: they may serve and make what tests do.
  const is_fixture = from.startsWith("scripts") && target.file?.endsWith(".fixture.ts") === true
  if (!source.isTest && isTestFile(target.file) && !is_fixture) return "only a test imports a test"
  if (from === "scripts") return checkLab(source.path, to, target)
  if (from !== to) return checkAcross(source, to, target)
  // A program beside `src` takes its package as others do.
  if (source.isTest || target.folder !== undefined) return undefined
  return checkRooms(from, source.path, target.file)
}

/** What measures uses packages as a user does, and with what makes data for tests. */
function checkLab(path, to, target) {
  const reaches_in = to.startsWith("packages/") && target.folder === undefined && !isTestFile(target.file)
  if (!path.startsWith("scripts/lab/") || !reaches_in) return undefined
  return `the laboratory takes packages by their public entries, not ${target.file}`
}

function checkAcross({ path, isTest }, to, target) {
  const from = folderOf(path)
  if (target.folder === undefined && isTest && isTestFile(target.file)) return undefined
  if (target.folder === undefined && packageOf(from) !== packageOf(to))
    return `leaves its package: ${target.file}; import a public entry`
  if (rules.PACKAGES[from].imports.includes(rules.PACKAGES[to].name)) return undefined
  return `${from} may not import ${to} (allowed: ${rules.PACKAGES[from].imports.join(", ") || "none"})`
}

function checkRooms(folder, path, target) {
  const { rooms, entries = {} } = rules.PACKAGES[folder]
  if (rooms === undefined) return undefined
  const from = placeIn(folder, path)
  const to = placeIn(folder, target)
  if (from.room === to.room && from.room !== ".") return undefined
  if (isEntry(from, rooms) && entries[from.name] === undefined) return undefined
  const allowed = isEntry(from, rooms) ? entries[from.name] : rooms[from.room]
  if (allowed === undefined) return `${from.room}/ has no layer yet: add it to scripts/layers/rules.mjs`
  if (from.room === to.room || allowed.includes(to.room)) return undefined
  const name = from.room === "." ? from.name : from.room
  return `${name} may not import ${to.room === "." ? to.name : to.room} (allowed: ${allowed.join(", ") || "none"})`
}

function checkPackage(source, imported) {
  const confined = rules.CONFINED_PACKAGES[imported.specifier.split("/")[0]]
  if (confined === undefined || source.isTest || folderOf(source.path) !== "packages/runtime")
    return undefined
  if (confined.includes(placeIn("packages/runtime", source.path).room)) return undefined
  return `${imported.specifier} belongs in ${confined.join(" and ")}`
}

/** Where a row has one for the files directly in it, only `index.ts` and `internal.ts` are entries. */
function isEntry({ room, name }, rooms) {
  return room === "." && (rooms["."] === undefined || name === "index.ts" || name === "internal.ts")
}

/** `{ room: "stall" }` for a file below src/stall, `{ room: ".", name: "index.ts" }` for one directly in src. */
function placeIn(folder, path) {
  const root = folder === packageOf(folder) ? `${folder}/src` : folder
  const [first, ...rest] = posix.relative(root, path).split("/")
  return rest.length === 0 ? { room: ".", name: first } : { room: first }
}
