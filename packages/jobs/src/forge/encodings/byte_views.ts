import type { View } from "./view.ts"

/** Digits in pairs, alone or with spaces, colons, commas, hyphens or `0x` between them. */
export function hexViews(text: string): readonly View[] {
  return [...text.matchAll(/[\da-fx\\\s:;,._-]{12,}/gi)].flatMap(({ 0: run, index }) => {
    const kept = keptPlaces(run, /0x|[^\da-f]/gi)
    return [0, 1].map((from) => bytesView(kept, { index, from, encoding: "hex", characters: 2 }))
  })
}

/** Numbers of bytes in a list. */
export function decimalViews(text: string): readonly View[] {
  return [...text.matchAll(/[\d,\s]{12,}/g)].map(({ 0: list, index }) => {
    const numbers = [...list.matchAll(/\d{1,3}/g)]
    const place = (at: number): number => index + (numbers[at]?.index ?? 0)
    return {
      text: numbers.map(([number]) => String.fromCharCode(Number(number))).join(""),
      source: (start, end) => [place(start), place(end - 1) + (numbers[end - 1]?.[0].length ?? 0)],
    }
  })
}

/** In either alphabet, also broken over lines, quoted or cited. */
export function base64Views(text: string): readonly View[] {
  return [...text.matchAll(/[\w+/\s>|"',=-]{8,}/g)].flatMap(({ 0: run, index }) => {
    const kept = keptPlaces(run, /[^\w+/-]/g)
    return [0, 1, 2, 3].map((from) => bytesView(kept, { index, from, encoding: "base64", characters: 4 / 3 }))
  })
}

interface Kept {
  readonly run: string
  readonly text: string
  readonly left_out: RegExp
}

function keptPlaces(run: string, left_out: RegExp): Kept {
  return { run, text: run.replaceAll(left_out, ""), left_out }
}

interface Encoded {
  readonly index: number
  /** How many characters of it are passed over. */
  readonly from: number
  readonly encoding: "hex" | "base64"
  /** For each byte. */
  readonly characters: number
}

function bytesView(kept: Kept, { index, from, encoding, characters }: Encoded): View {
  let places: readonly number[] | undefined
  return {
    text: Buffer.from(kept.text.slice(from), encoding).toString("latin1"),
    source: (start, end) => {
      places ??= placesOf(kept)
      const first = places[from + Math.floor(start * characters)] ?? 0
      const last = places[Math.min(from + Math.ceil(end * characters), places.length) - 1] ?? 0
      return [index + startOfRun(kept.run, first), index + endOfRun(kept.run, last + 1)]
    },
  }
}

/** The place of each kept character in the run. */
function placesOf({ run, left_out }: Kept): readonly number[] {
  const places: number[] = []
  let last = 0
  const keep = (end: number): void => {
    for (let at = last; at < end; at += 1) places.push(at)
  }
  for (const { 0: sign, index } of run.matchAll(left_out)) {
    keep(index)
    last = index + sign.length
  }
  keep(run.length)
  return places
}

const OF_RUN = /[\w+/-]/

/** A find extends to the whole piece around it. */
function startOfRun(run: string, at: number): number {
  let start = at
  while (start > 0 && OF_RUN.test(run[start - 1] ?? "")) start -= 1
  return start
}

function endOfRun(run: string, at: number): number {
  let end = at
  while (end < run.length && OF_RUN.test(run[end] ?? "")) end += 1
  while (run[end] === "=") end += 1
  return end
}
