import type { Finding } from "../analyser.ts"
import { holds, lacks } from "../finding.ts"
import { isAside } from "../repository/ecosystems.ts"
import { lineLike, type Repository } from "../repository/repository.ts"

/** Whether a tsconfig.json of the sources checks types strictly, itself or through one it extends; null: no TypeScript. */
export async function strictTypes(repository: Repository): Promise<Finding | null> {
  const typed = repository.sources.filter((path) => /\.[cm]?tsx?$/.test(path))
  const paths = repository.paths.filter(
    (path) => /(?:^|\/)tsconfig[\w.-]{0,60}\.json$/.test(path) && !isAside(path),
  )
  const [first] = paths.toSorted((left, right) => left.length - right.length)
  if (first === undefined || typed.length < repository.sources.length / 2) return null
  for await (const { path, text } of repository.texts(paths.slice(0, 40))) {
    // What a package brings may say it as well.
    const line = lineLike(text, /"strict"\s{0,4}:\s{0,4}true|"extends"\s{0,4}:\s{0,4}\[?\s{0,8}"(?!\.)/)
    if (line !== null) return holds(path, line, "types are checked strictly")
  }
  const line = lineLike((await repository.text(first)) ?? "", /"compilerOptions"/)
  return lacks([{ path: first, line, what: "types are not checked strictly" }], {
    title: "Check types strictly",
    description: `${first} does not set "strict": true.`,
    file_hints: [first],
    action: "modify",
  })
}
