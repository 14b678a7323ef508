import { describe, expect, it } from "vitest"
import { dockerfileProblems } from "./dockerfile_problems.ts"

describe("dockerfileProblems", () => {
  it.each([
    "# syntax=docker/dockerfile:1\nARG V=1\nFROM node:$V AS b\nRUN <<EOF\nfoo bar\nEOF\nCOPY --new-flag a b\n",
    "# escape=`\nFROM a\nRUN dir `\n  c:\\\n",
    "from a\nmaintainer b\n",
    "# syntax=example/other\nanything goes\n",
  ])("takes %j", async (text) => {
    expect(await dockerfileProblems(text)).toEqual([])
  })

  it.each([
    ["FROM a\nRUN b\n  && c\n", 3, 3, "Unknown instruction: &&"],
    ["FROM a\nRUNN b\n", 2, 1, "Unknown instruction: RUNN"],
    ["RUN b\n", 1, 1, "No source image provided with FROM"],
    ["FROM a\nCOPY\n", 2, 1, "COPY requires at least two arguments"],
    ['FROM a\nENV B="c\n', 2, 7, "looking for matching double-quote"],
    ["", 1, 1, "No source image provided with FROM"],
  ])("places what is wrong in %j", async (text, line, column, message) => {
    const [first] = await dockerfileProblems(text)
    expect(first).toMatchObject({ line, column })
    expect(first?.message).toContain(message)
  })
})
