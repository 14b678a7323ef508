import { expect, it } from "vitest"
import { withoutQuotedSecrets } from "./quoted_secrets.ts"
import { verdictOf } from "./verdict.ts"

it.each([
  [
    'expected "2015", "2018" or an object, got "ghp_aBcDeFgHiJkLmNoPqRsT".',
    'expected "2015", "2018" or an object, got "[redacted]".',
  ],
  ["unexpected value 'npm_aBcDeFgHiJkLmNoP'", "unexpected value '[redacted]'"],
  ["with.token: expected a string, got 5.", "with.token: expected a string, got 5."],
])("%s", (message, told) => {
  const verdict = verdictOf([{ path: "a", rule: "r", message, evidence: "" }])
  expect(withoutQuotedSecrets(verdict)).toMatchObject({ violations: [{ message: told }] })
})
