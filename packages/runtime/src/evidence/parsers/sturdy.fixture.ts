import { hostileTexts } from "../hostile_texts.fixture.ts"
import { fixture } from "./fixture.fixture.ts"
import type { OutputParser } from "./parser.ts"

const LENGTH = 64 * 1024
const MAX_MILLISECONDS = 1500

/** Texts that a parser throws on or takes far too long for: hostile ones, and fixtures cut, repeated and mixed up. */
export function brokenBy(parser: OutputParser, names: readonly string[]): readonly string[] {
  const mutated = names.flatMap((name) =>
    mutations(fixture(name)).map(([how, text]) => [`${name} ${how}`, text] as const),
  )
  const long = names.map((name) => [`${name} repeated`, repeated(fixture(name))] as const)
  return [...hostileTexts(LENGTH), ...mutated, ...long].flatMap(([what, text]) => {
    const problem = problemWith(parser, text)
    return problem === null ? [] : [`${what}: ${problem}`]
  })
}

function problemWith(parser: OutputParser, text: string): string | null {
  const before = performance.now()
  try {
    parser.recognises(text, undefined)
    parser.parse(text)
  } catch (error) {
    return String(error)
  }
  const took = performance.now() - before
  return took > MAX_MILLISECONDS ? `${Math.round(took)} ms` : null
}

function repeated(text: string): string {
  return text.repeat(Math.ceil((2 * LENGTH) / Math.max(1, text.length)))
}

function mutations(text: string): readonly (readonly [how: string, text: string])[] {
  const lines = text.split("\n")
  const half = Math.floor(lines.length / 2)
  return [
    ["without its head", lines.slice(half).join("\n")],
    ["without its tail", lines.slice(0, half).join("\n")],
    ["cut in a line", text.slice(Math.floor(text.length / 3), Math.floor((2 * text.length) / 3))],
    ["backwards", lines.toReversed().join("\n")],
    ["sorted", lines.toSorted().join("\n")],
    ["doubled lines", lines.flatMap((line) => [line, line]).join("\n")],
    ["without spaces", text.replaceAll(" ", "")],
    ["in one line", lines.join(" ")],
    ["without digits", text.replaceAll(/\d/g, "")],
  ]
}
