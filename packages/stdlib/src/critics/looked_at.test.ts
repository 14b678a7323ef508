import { changeSet } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { lookedAt } from "./looked_at.ts"

it("counts a source that its grammar does not get through as text", async () => {
  const looked = (before: string, after: string) =>
    lookedAt(changeSet([{ path: "a.cpp", before, after }]), [])
  const as_text = [{ type: ".cpp", files: 1 }]
  expect(await looked("int f( {\n", "int f( { }\n")).toMatchObject({ parsed: 0, as_text })
  expect(await looked("int f();\n", "int f( {\n")).toMatchObject({ parsed: 1, as_text: [] })
})

it("counts a source of NUL bytes as read by nobody", async () => {
  const after = Buffer.from("export const x = {", "utf16le")
  const looked = await lookedAt(changeSet([{ path: "a.ts", before: null, after }]), [])
  expect(looked).toMatchObject({ parsed: 0, unread: [{ type: ".ts", files: 1 }] })
})
