import { expect, test } from "vitest"
import { npmFailure, RegistryUnreachable } from "./registry.ts"

test.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT"])(
  "%s means that nobody is there",
  (code) => {
    const failure = npmFailure("npm install", `npm error code ${code}\nnpm error network request failed`)
    expect(failure).toBeInstanceOf(RegistryUnreachable)
    expect(failure.message).toContain(code)
  },
)

test.each(["E404", "ERESOLVE", "EINTEGRITY", "1"])("%s is a failure, and its output is kept", (code) => {
  const failure = npmFailure("npm install", `npm error code ${code}\nnpm error the reason`)
  expect(failure).not.toBeInstanceOf(RegistryUnreachable)
  expect(failure.message).toContain("npm install failed:\nnpm error code")
  expect(failure.message).toContain("the reason")
})
