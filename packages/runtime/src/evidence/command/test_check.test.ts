import { expect, it } from "vitest"
import { isTestCheck } from "./test_check.ts"

it.each([
  "vitest src/a.test.ts",
  "npm-test:unit (in app)",
  "cargo-nextest",
  "dotnet-test",
  "gradlew-build",
  "tsc && pytest",
])("%s runs tests", (check_id) => expect(isTestCheck(check_id)).toBe(true))

it.each(["tsc", "eslint src", "npm-build", "cargo-check", "make-lint", "cargo-clippy --tests"])(
  "%s runs none",
  (check_id) => expect(isTestCheck(check_id)).toBe(false),
)
