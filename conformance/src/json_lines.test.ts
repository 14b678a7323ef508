import { Readable } from "node:stream"
import { expect, test } from "vitest"
import { linesOf } from "./json_lines.ts"

async function linesIn(...chunks: readonly (string | Buffer)[]): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of linesOf(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))) lines.push(line)
  return lines
}

test.each([
  [['{"a":1}\n{"b":2}\n'], ['{"a":1}', '{"b":2}']],
  [
    ['{"a"', ':1}\n{"b', '":2}'],
    ['{"a":1}', '{"b":2}'],
  ],
  [['{"a":"x\u2028y\u0085z"}\n'], ['{"a":"x\u2028y\u0085z"}']],
  [["\n\n"], ["", ""]],
  [[], []],
])("%j", async (chunks, lines) => {
  expect(await linesIn(...chunks)).toEqual(lines)
})

test("a character cut in two is one character", async () => {
  const bytes = Buffer.from('{"a":"ä"}\n')
  expect(await linesIn(bytes.subarray(0, 7), bytes.subarray(7))).toEqual(['{"a":"ä"}'])
})

test("a line without end ends the reading", async () => {
  const chunks = Array.from({ length: 40 }, () => "x".repeat(2 ** 19))
  await expect(linesIn(...chunks)).rejects.toThrow("a line of more than 16777216 characters")
})
