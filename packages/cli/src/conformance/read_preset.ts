import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { loadPreset, type Preset } from "@proofloop/conformance"
import { thrownMessage } from "@proofloop/foundation/errors"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"

/** A file of options, or the name of a shipped preset. Throws Misuse. */
export async function readPreset(
  given: string | undefined,
  { cwd }: Pick<Io, "cwd">,
): Promise<Preset | undefined> {
  if (given === undefined) return undefined
  const { presetNames, resolvePreset } = await import("@proofloop/presets")
  const file = resolve(cwd, given)
  if (!existsSync(file)) {
    if (presetNames.some((name) => name === given))
      return JSON.parse(JSON.stringify(resolvePreset(given))) as Preset
    throw new Misuse(`--preset: no file ${file}, and no preset of that name`, {
      name: given,
      known: presetNames,
    })
  }
  try {
    return await loadPreset(file)
  } catch (error) {
    throw new Misuse(`--preset: ${thrownMessage(error)}`)
  }
}
