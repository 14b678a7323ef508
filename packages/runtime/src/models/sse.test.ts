import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { cpuMs } from "../../../foundation/src/process/cpu_time.fixture.ts"
import { createSseParser } from "./sse.ts"

function parse(...pieces: string[]): string[] {
  const parser = createSseParser()
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()].map(
    ({ type, data, complete }) => `${type}|${data}|${complete ? "whole" : "rest"}`,
  )
}

describe("createSseParser", () => {
  test.each([
    ["LF", "data: a\n\ndata: b\n\n"],
    ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n"],
    ["CR", "data: a\r\rdata: b\r\r"],
    ["mixed line ends", "data: a\r\n\ndata: b\r\r\n"],
    ["no space after the colon", "data:a\n\ndata:b\n\n"],
    ["comments and unknown fields", ": ping\n\nid: 7\nretry: 10\ndata: a\n: more\n\nnonsense\ndata: b\n\n"],
  ])("reads %s", (_, text) => {
    expect(parse(text)).toEqual(["message|a|whole", "message|b|whole"])
  })

  test("joins several data lines and keeps all but one leading space", () => {
    expect(parse("data:  one\ndata:two\ndata\n\n")).toEqual(["message| one\ntwo\n|whole"])
  })

  test("gives the event type to one event only", () => {
    expect(parse("event: error\ndata: a\n\ndata: b\n\n")).toEqual(["error|a|whole", "message|b|whole"])
  })

  test("marks what the end of the stream cut off", () => {
    expect(parse("data: a\n\ndata: [DONE]")).toEqual(["message|a|whole", "message|[DONE]|rest"])
    expect(parse("data: a\n\ndata: b\n")).toEqual(["message|a|whole", "message|b|rest"])
    expect(parse("data: a\n\n: bye")).toEqual(["message|a|whole"])
  })

  test("finds the same events wherever the text is cut", () => {
    const alphabet = fc.constantFrom(
      "data: x",
      "data:",
      "event: e",
      ": c",
      "\r",
      "\n",
      "\r\n",
      "\n\n",
      "é",
      "[DONE]",
    )
    fc.assert(
      fc.property(
        fc.array(alphabet, { maxLength: 30 }),
        fc.array(fc.nat(60), { maxLength: 12 }),
        (words, cuts) => {
          const text = words.join("")
          const borders = [
            0,
            ...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b),
            text.length,
          ]
          const pieces = borders.slice(1).map((end, at) => text.slice(borders[at], end))
          expect(parse(...pieces)).toEqual(parse(text))
          expect(parse(...Array.from(text))).toEqual(parse(text))
          expect(parse(...Array.from(text).flatMap((character) => [character, ""]))).toEqual(parse(text))
        },
      ),
    )
  })

  test("a CRLF is one line end, also when it is cut in two", () => {
    expect(parse("data: a\r", "\ndata: b\r", "", "\n\r", "\n")).toEqual(["message|a\nb|whole"])
    expect(parse("data: a\r", "data: b\r", "\r")).toEqual(["message|a\nb|whole"])
    expect(parse("data: a\n", "\n", "data: b\n\n")).toEqual(["message|a|whole", "message|b|whole"])
  })

  test("takes linear time for one line in a million pieces", () => {
    const parser = createSseParser()
    const started = cpuMs()
    parser.push("data: ")
    for (let at = 0; at < 1_000_000; at += 1) parser.push("12345678")
    expect(parser.push("\n\n")[0]?.data.length).toBe(8_000_000)
    expect(cpuMs() - started).toBeLessThan(5_000)
  })
})
