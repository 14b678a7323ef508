import type { Case } from "../case.ts"
import { loadCases } from "../load_cases.ts"
import type { ForgedCase } from "./case.ts"

/** The forged cases below a folder, sorted by id. Throws as loadCases does. */
export async function forgedCases(directory: string): Promise<readonly ForgedCase[]> {
  return (await loadCases(directory)).filter(isForged)
}

function isForged(played: Case): played is ForgedCase {
  return played.kind === "forged"
}
