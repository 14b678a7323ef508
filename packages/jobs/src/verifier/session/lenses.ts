import { InvalidOptionError, nearestName } from "@proofloop/foundation/errors"
import { STANDARD_LENS_IDS } from "../verdict/lens_verdict.ts"
import { LENS_NAME, normaliseLens } from "../verdict/read_verdict_lens.ts"
import { type PromptName, renderPrompt } from "./render_prompt.ts"
import type { LensDefinition } from "./verifiers.ts"

const STANDARD_PROMPTS: Readonly<Record<(typeof STANDARD_LENS_IDS)[number], PromptName>> = {
  wiring: "lens_wiring",
  "concurrency-security": "lens_concurrency_security",
  "contract-conformance": "lens_contract_conformance",
}

/** The closed set of lens ids: the standard ones, then the host's. Throws InvalidOptionError for a bad or doubled id. */
export function lensIds(own: readonly LensDefinition[] = []): readonly string[] {
  const seen = new Set<string>()
  for (const [index, { id, question }] of own.entries()) {
    const option = `lenses.${index}`
    if (typeof id !== "string" || !LENS_NAME.test(id)) {
      const near = typeof id === "string" && LENS_NAME.test(normaliseLens(id)) ? normaliseLens(id) : null
      const expected = "a name in lower case, of letters, digits and -"
      throw new InvalidOptionError({ option: `${option}.id`, expected, got: id, did_you_mean: near })
    }
    if (seen.has(id)) {
      throw new InvalidOptionError({ option: `${option}.id`, expected: "each lens once", got: id })
    }
    if (typeof question !== "string" || question.trim() === "") {
      const expected = "what the verifier must try to refute"
      throw new InvalidOptionError({ option: `${option}.question`, expected, got: question })
    }
    seen.add(id)
  }
  return [...new Set([...STANDARD_LENS_IDS, ...seen])]
}

/** The lenses that judge, in the order of the set. Throws InvalidOptionError for one outside it. */
export function chosenLenses(
  own: readonly LensDefinition[] | undefined,
  only: readonly string[] | undefined,
): readonly string[] {
  const ids = lensIds(own)
  if (only === undefined) return ids
  const wanted = only.map((lens, index) => knownLens(lens, ids, `only.${index}`))
  if (wanted.length === 0) {
    throw new InvalidOptionError({ option: "only", expected: `some of ${ids.join(", ")}`, got: only })
  }
  return ids.filter((id) => wanted.includes(id))
}

export function knownLens(lens: string, ids: readonly string[], option: string): string {
  const id = normaliseLens(String(lens))
  if (ids.includes(id)) return id
  const expected = `one of ${ids.join(", ")}`
  throw new InvalidOptionError({ option, expected, got: lens, did_you_mean: nearestName(id, ids) })
}

/** What a lens asks: the host's words, or the prompt file of a standard one. */
export async function lensQuestion(
  id: string,
  own: readonly LensDefinition[] = [],
  prompt_dir?: string,
): Promise<string> {
  const given = own.find((lens) => lens.id === id)
  if (given !== undefined) return given.question
  const standard = STANDARD_LENS_IDS.find((lens) => lens === id)
  return standard === undefined ? "" : renderPrompt(STANDARD_PROMPTS[standard], {}, { prompt_dir })
}
