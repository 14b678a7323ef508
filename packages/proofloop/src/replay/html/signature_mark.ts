import type { RunReplay } from "@proofloop/replay/internal"

export const HUE_COUNT = 12

/** Step from a used colour to a distant one; reaches all of them. */
const STEP = 5

/** A signature's look within a run; the letter tells signatures apart when there are more than colours. */
export interface SignatureMark {
  readonly hue_class: string
  readonly letter: string
  readonly short: string
}

/** The marks of a run's signatures, lettered as they first appear. The same signature mostly has the same colour in other runs. */
export function signatureMarks(run: RunReplay): ReadonlyMap<string, SignatureMark> {
  const marks = new Map<string, SignatureMark>()
  const taken = new Set<number>()
  const see = (signature: string | undefined): void => {
    if (signature === undefined || signature === "" || marks.has(signature)) return
    let hue = hueOf(signature)
    while (taken.has(hue) && taken.size < HUE_COUNT) hue = (hue + STEP) % HUE_COUNT
    taken.add(hue)
    marks.set(signature, {
      hue_class: `hue-${hue}`,
      letter: letterOf(marks.size),
      short: signature.replace(/^\w{1,16}:/, "").slice(0, 7),
    })
  }
  for (const turn of run.timeline) {
    for (const call of turn.calls) see(call.signature)
    see(turn.failing?.signature)
    for (const trip of turn.trips) see(trip.signature)
  }
  for (const trip of run.trips) see(trip.signature)
  return marks
}

function hueOf(signature: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < signature.length; index += 1)
    hash = Math.imul(hash ^ signature.charCodeAt(index), 0x01000193)
  return ((hash >>> 0) % 997) % HUE_COUNT
}

function letterOf(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last
}
