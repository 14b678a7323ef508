import { describe, expect, it } from "vitest"
import { markedPart, withPart } from "./marked_part.ts"

const BODY = `Read this first.\n\n${markedPart("## Plan\n\nold")}\n\nThis is an ordinary pull request.`

describe("our part of a body", () => {
  it("is renewed, and what people have written around it stays", () => {
    const renewed = withPart(BODY, "## Plan\n\nnew")
    expect(renewed).toBe(BODY.replace(markedPart("## Plan\n\nold"), markedPart("## Plan\n\nnew")))
    expect(withPart(renewed, "## Plan\n\nnew")).toBe(renewed)
  })

  it("is renewed where a forge has changed the ends of its lines", () => {
    expect(withPart(BODY.replaceAll("\n", "\r\n"), "new")).toContain(markedPart("new"))
  })

  it.each([
    ["has edited it", BODY.replace("old", "old, and mine")],
    ["has taken it away", "Because."],
    ["has taken its end away", BODY.replace(/<!-- proofloop:end \w+ -->/, "")],
  ])("is not touched when somebody %s", (_how, body) => {
    expect(withPart(body, "new")).toBe(body)
  })

  it("is not renewed where there is no room", () => {
    expect(withPart(BODY, "x".repeat(65_536))).toBe(BODY)
  })
})
