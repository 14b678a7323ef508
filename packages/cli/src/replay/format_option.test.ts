import { sessionFormats } from "@proofloop/replay/sessions"
import { expect, test } from "vitest"
import { formatNames } from "./format_option.ts"

test("--format knows every importer", () => {
  expect(formatNames).toEqual(sessionFormats.map(({ format }) => format))
})
