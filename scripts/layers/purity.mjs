import { posix } from "node:path"
import * as rules from "./rules.mjs"

/** Problems of one file that make the detector depend on more than its arguments; none for files elsewhere. */
export function checkPurity(source) {
  const isIn = (folder) => source.path.startsWith(`${folder}/`)
  const isPure = rules.PURE_FOLDERS.some(isIn)
  const isDependency = rules.PURE_DEPENDENCIES.some(isIn) && !isSchema(source.path)
  if (source.isTest || (!isPure && !isDependency)) return []
  const imports = isPure ? source.imports : source.imports.filter(({ isType }) => !isType)
  return [...imports.map(impureImport), ...source.names().map(impureName)]
    .filter((problem) => problem !== undefined)
    .map((problem) => ({
      path: source.path,
      line: problem.line,
      message: `${posix.dirname(source.path).split("/")[3]}/ is pure: ${problem.message}`,
    }))
}

function impureImport({ specifier, line, isDynamic }) {
  if (isDynamic) return { line, message: "no dynamic import" }
  if (specifier.startsWith(".")) {
    return isSchema(specifier) ? { line, message: `no schema (${specifier})` } : undefined
  }
  return rules.isPurePackage(specifier) ? undefined : { line, message: `no import of ${specifier}` }
}

function impureName({ name, kind, line }) {
  const names = kind === "member" ? rules.IMPURE_MEMBERS : rules.IMPURE_NAMES
  return names.has(name) ? { line, message: `no ${name}` } : undefined
}

function isSchema(path) {
  return path.endsWith(".schema.ts") || /(^|\/)schema\//.test(path)
}
