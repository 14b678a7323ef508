import { readFileSync, readdirSync } from "node:fs"
import { join, sep } from "node:path"
import { EXCEPTIONS as ours } from "./exceptions.mjs"
import { extractRegexes } from "./extract.mjs"
import { judgeRegex } from "./judge.mjs"

/** Judges every regular expression that ships; returns the problems, sorted by place. */
export function checkRegexes(root, exceptions = ours) {
  const regexes = shippedFiles(root).flatMap((path) =>
    extractRegexes(path, readFileSync(join(root, path), "utf8")),
  )
  const used = new Set()
  const problems = []
  for (const regex of regexes) {
    const { path, line, source, flags } = regex
    const written = regex.written ?? `/${source}/${flags}`
    const message = source === null ? `not constant, so not judged: ${written}` : judgeRegex(regex)
    if (message === null) continue
    if (Object.hasOwn(exceptions[path] ?? {}, written)) used.add(`${path} ${written}`)
    else problems.push({ path, line, message })
  }
  problems.push(...unused(exceptions, used))
  return { regexes: regexes.length, problems }
}

function shippedFiles(root) {
  return readdirSync(join(root, "packages"), { recursive: true })
    .map((name) => `packages/${name.split(sep).join("/")}`)
    .filter(
      (name) =>
        /^packages\/[^/]+\/src\/.*\.ts$/.test(name) && !/\.(?:test|fixture)\.ts$|\/fixtures\//.test(name),
    )
    .sort()
}

function unused(exceptions, used) {
  return Object.entries(exceptions).flatMap(([path, reasons]) =>
    Object.keys(reasons)
      .filter((written) => !used.has(`${path} ${written}`))
      .map((written) => ({ path, line: 1, message: `an exception that nothing needs: ${written}` })),
  )
}
