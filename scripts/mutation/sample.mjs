import { createHash } from "node:crypto"

const ACTIVE = /stryMutAct_\w{1,16}\("(\d{1,9})"\)/g
const Z = 1.96

/** `size` of the mutants with these ids, by chance; the same ones for the same seed and sources. */
export function sampleOf(ids, { size, seed }) {
  const drawn = ids.map((id) => ({ id, lot: createHash("sha256").update(`${seed}:${id}`).digest("hex") }))
  drawn.sort((one, other) => (one.lot < other.lot ? -1 : 1))
  return new Set(drawn.slice(0, size).map(({ id }) => id))
}

/** The ids of all mutants in instrumented sources. */
export function mutantIds(texts) {
  return [...new Set(texts.flatMap((text) => [...text.matchAll(ACTIVE)].map(([, id]) => id)))]
}

/** Where the share of all lies, in percent, with a confidence of 95 % (Wilson), where `found` of `total` were found by chance. */
export function interval(found, total) {
  if (total === 0) return [0, 100]
  const share = found / total
  const square = (Z * Z) / total
  const middle = (share + square / 2) / (1 + square)
  const half = (Z * Math.sqrt((share * (1 - share)) / total + square / total / 4)) / (1 + square)
  return [Math.max(0, 100 * (middle - half)), Math.min(100, 100 * (middle + half))]
}
