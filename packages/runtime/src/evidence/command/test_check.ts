import { TEST_RUNNERS } from "./check_name.ts"

/** Whether a check runs tests, as its id tells: "vitest src/a.test.ts", "npm-test:unit (in app)", "gradlew-check". */
export function isTestCheck(check_id: string): boolean {
  return check_id.split(" && ").some((one) => {
    const [runner = ""] = one.split(" ", 1)
    return TEST_RUNNERS.has(runner) || TEST_TASK.test(runner)
  })
}

/** `check` and `verify` run the tests in Gradle and Maven alone. */
const TEST_TASK =
  /(?:^|[-:_.])(?:tests?|t|specs?|nextest|e2e|junit|testOnly|testQuick)(?:$|[.:_-])|^gradlew?-.{0,64}(?:check|build|Test)$|^mvn[wd]?-(?:verify|install|package|integration-test)$/
