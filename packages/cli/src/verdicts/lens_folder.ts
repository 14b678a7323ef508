import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import type { LensDefinition } from "@proofloop/verifier"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"

/** The lenses that --lens-dir has, by name; none without it. Throws Misuse. */
export function readLensFolder(input: Input, io: Io): readonly LensDefinition[] {
  const given = input.text("lens-dir")
  if (given === undefined) return []
  const folder = resolve(io.cwd, given)
  const names = reading(given, () => readdirSync(folder)).filter((name) => name.endsWith(".md"))
  if (names.length === 0) throw new Misuse(`--lens-dir: ${given} has no Markdown file`)
  return names.toSorted().map((name) => {
    const id = name.slice(0, -".md".length)
    if (!/^[a-z][a-z0-9_-]{0,63}$/.test(id)) {
      const expected = "a lens in lower case, of letters, digits and -"
      throw new Misuse(`--lens-dir: expected the name of ${expected}, got ${JSON.stringify(name)}`)
    }
    const question = reading(given, () => readFileSync(join(folder, name), "utf8")).trim()
    if (question === "") throw new Misuse(`--lens-dir: ${name} does not say what to refute`)
    return { id, question }
  })
}

function reading<Result>(given: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new Misuse(`--lens-dir: ${given} cannot be read: ${thrownMessage(error)}`)
  }
}
