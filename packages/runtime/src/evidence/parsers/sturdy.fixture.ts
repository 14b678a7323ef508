import { hostileTexts } from "../hostile_texts.fixture.ts"
import { moreThanLinear, repeatedTexts } from "../more_than_linear.fixture.ts"
import { fixture } from "./fixture.fixture.ts"
import type { OutputParser } from "./parser.ts"

/** Texts that a parser throws on, or looks at too often: hostile ones, and fixtures cut, repeated and mixed up. */
export function brokenBy(parser: OutputParser, names: readonly string[]): readonly string[] {
  const read = (text: string): void => {
    parser.recognises(text, undefined)
    parser.parse(text)
  }
  const thrown = names.flatMap((name) =>
    mutations(fixture(name)).flatMap(([how, text]) => {
      try {
        read(text)
        return []
      } catch (error) {
        return [`${name} ${how}: ${String(error)}`]
      }
    }),
  )
  const fixtures = names.map(fixture).filter((text) => text !== "")
  const texts = (length: number) => [...hostileTexts(length), ...repeatedTexts(fixtures, length)]
  return [...thrown, ...moreThanLinear(read, texts)]
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
