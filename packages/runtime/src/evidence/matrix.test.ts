import { describe, expect, it } from "vitest"
import { diagnose } from "./diagnose.ts"
import { MEANING } from "./meaning_matrix.fixture.ts"
import { DIFFERENT_FAILURES } from "./meaning_pairs.fixture.ts"
import { NOISE } from "./noise_matrix.fixture.ts"
import { SAME_FAILURE } from "./noise_pairs.fixture.ts"
import { signatureOf } from "./signature.ts"

type Pair = readonly [what: string, left: string, right: string]

const CONTEXT = { check_id: "check", workspace_root: "/home/dev/shop" }
const quiet = Array.from({ length: 60 }, (_, index) => `all is well in module ${index}`).join("\n")

/** The signature of a result, all the way from what a command printed. */
function signed(output: string): string {
  return signatureOf(diagnose({ ok: false, output }, CONTEXT), CONTEXT).signature
}

/** A failure alone, among a few other lines, and at the end of a long log. */
const settings: readonly (readonly [string, (text: string) => string])[] = [
  ["alone", (text) => text],
  ["in a short log", (text) => `$ run the check\nit started\n\n${text}\nit ended`],
  ["at the end of a long log", (text) => `${quiet}\n\n${text}\n`],
]

/** Lines of an output are a set: the order in which tests fail is noise. */
const different = DIFFERENT_FAILURES.filter(([what]) => what !== "the order of lines")

function pairsOf(table: typeof NOISE, pairs: readonly Pair[]): readonly Pair[] {
  const kinds = Object.entries(table).flatMap(([kind, list]) =>
    list.map(([left, right]): Pair => [`${kind}: ${JSON.stringify(left)}`, left, right]),
  )
  return [...pairs, ...kinds]
}

describe.each(settings)("%s", (_where, inside) => {
  it.each(pairsOf(NOISE, SAME_FAILURE))("the same failure, %s", (_what, left, right) => {
    expect(signed(inside(left))).toBe(signed(inside(right)))
  })

  it.each(pairsOf(MEANING, different))("another failure, %s", (_what, left, right) => {
    expect(signed(inside(left))).not.toBe(signed(inside(right)))
  })
})
