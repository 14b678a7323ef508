import { expect, it } from "vitest"
import { toldOf } from "./forged.fixture.ts"
import { narrowedRunner } from "./runner_settings.ts"

const VITEST = "export default {\n  test: { coverage: { thresholds: { lines: 90, branches: 80 } } },\n}\n"
const JEST = '{\n  "coverageThreshold": { "global": { "statements": 85 } }\n}\n'
const NYC = '{\n  "check-coverage": true,\n  "lines": 90\n}\n'
const PYPROJECT = "[tool.coverage.report]\nfail_under = 85\n"
const GRADLE = "violationRules {\n  rule { limit { minimum = 0.85 } }\n}\n"
const POM = "<limit>\n  <minimum>0.85</minimum>\n</limit>\n"
const CODECOV = "coverage:\n  status:\n    project:\n      default:\n        target: 80%\n"
const WORKFLOW = "jobs:\n  test:\n    steps:\n      - run: pytest --cov-fail-under=85\n"
const scripts = (test: string) => `${JSON.stringify({ scripts: { test } }, null, 2)}\n`

it.each([
  ["vitest.config.ts", VITEST, VITEST.replace("lines: 90", "lines: 60")],
  ["vitest.config.ts", VITEST, VITEST.replace("lines: 90, ", "")],
  ["vite.config.ts", "export default { thresholds: { 100: true } }\n", "export default {}\n"],
  ["jest.config.json", JEST, JEST.replace("85", "8")],
  [".nycrc", NYC, NYC.replace("90", "50")],
  [".nycrc.json", NYC, NYC.replace("true", "false")],
  ["package.json", scripts("c8 --lines 90 node --test"), scripts("c8 --lines 40 node --test")],
  ["pyproject.toml", PYPROJECT, PYPROJECT.replace("85", "50")],
  ["pyproject.toml", PYPROJECT, "[tool.coverage.report]\n"],
  [".coveragerc", "[report]\nfail_under = 85\n", "[report]\nfail_under = 10\n"],
  ["build.gradle", GRADLE, GRADLE.replace("0.85", "0.1")],
  [
    "build.gradle.kts",
    GRADLE.replace("0.85", '"0.85".toBigDecimal()'),
    GRADLE.replace("0.85", '"0.1".toBigDecimal()'),
  ],
  ["pom.xml", POM, POM.replace("0.85", "0.1")],
  ["codecov.yml", CODECOV, CODECOV.replace("80%", "20%")],
  [".github/workflows/ci.yml", WORKFLOW, WORKFLOW.replace("85", "20")],
])("less coverage is asked for in %s: %j becomes %j", async (path, before, after) => {
  expect(await toldOf(narrowedRunner, { [path]: before }, { [path]: after })).toEqual(["lowered"])
})

it.each([
  ["vitest.config.ts", VITEST, VITEST.replace("lines: 90", "lines: 95")],
  ["vitest.config.ts", VITEST, VITEST.replace("lines: 90, branches: 80", "branches: 80, lines: 90")],
  ["codecov.yml", CODECOV.replace("80%", "auto"), CODECOV],
  ["pyproject.toml", PYPROJECT, `# fail_under = 90\n${PYPROJECT}`],
  ["src/lines.ts", "export const box = { lines: 9 }\n", "export const box = { lines: 3 }\n"],
])("no less is asked for in %s: %j becomes %j", async (path, before, after) => {
  expect(await toldOf(narrowedRunner, { [path]: before }, { [path]: after })).toEqual([])
})

it("a floor may move to the configuration of another tool, but not go with its file", async () => {
  const files = { ".nycrc": '{ "lines": 90 }\n', "vitest.config.ts": "export default {}\n" }
  const moved = { ".nycrc": null, "vitest.config.ts": "export default { thresholds: { lines: 90 } }\n" }
  expect(await toldOf(narrowedRunner, files, moved)).toEqual([])
  expect(await toldOf(narrowedRunner, files, { ".nycrc": null })).toEqual(["lowered"])
})

it("a package that goes takes its floors with it", async () => {
  const files = { "a/package.json": "{}\n", "a/.nycrc": '{ "lines": 90 }\n' }
  expect(await toldOf(narrowedRunner, files, { "a/package.json": null, "a/.nycrc": null })).toEqual([])
})
