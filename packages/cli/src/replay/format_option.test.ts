import { sessionFormats } from "@proofloop/replay/sessions"
import { expect, test } from "vitest"
import { FORMAT_NAMES } from "./format_option.ts"

test("--format knows every importer", () => {
  expect(FORMAT_NAMES).toEqual(sessionFormats.map(({ format }) => format))
})
