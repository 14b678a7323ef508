import { charactersSeen } from "../hostile/work.fixture.ts"
import { hostileTexts } from "./hostile_texts.fixture.ts"

type NamedTexts = readonly (readonly [name: string, text: string])[]

const LENGTH = 8 * 1024
/** Twice the text may cost twice the work and a little, and one more look at an end of 16 KB that the shorter one does not fill. */
const MOST = 2.2
const END = 16 * 1024

/**
 * Names of the texts for which twice the length costs more than twice the work. It counts the characters that are
 * looked at, so a busy machine changes nothing.
 */
export function moreThanLinear(
  work: (text: string) => void,
  textsOf: (length: number) => NamedTexts = hostileTexts,
): readonly string[] {
  const double = textsOf(2 * LENGTH)
  return textsOf(LENGTH).flatMap(([name, text], index) => {
    const before = charactersSeen(() => work(text))
    const after = charactersSeen(() => work(double[index]?.[1] ?? ""))
    return after > before * MOST + END ? [`${name}: ${before} then ${after}`] : []
  })
}

/** Texts of a length, each one piece over and over behind a head. */
export function repeatedTexts(pieces: readonly string[], length: number, head = ""): NamedTexts {
  return pieces.map((piece) => [head + piece, head + piece.repeat(Math.ceil(length / piece.length))] as const)
}
