import { sessionFormats } from "@proofloop/replay/internal/sessions"
import { expect, test } from "vitest"
import { FORMAT_NAMES } from "./input_format.ts"

test("--input-format knows every importer", () => {
  expect(FORMAT_NAMES).toEqual(sessionFormats.map(({ format }) => format))
})
