/** The first line of a configuration that runs tests, from 1; null for none. Comments and installations do not count. */
export function testStep(text: string): number | null {
  const at = text.split("\n").findIndex((line) => runsTests(line.slice(0, 400)))
  return at < 0 ? null : at + 1
}

function runsTests(line: string): boolean {
  if (/^\s{0,80}(?:#|\/\/|- name:|name:|uses:)/.test(line)) return false
  const words = line.split(/[^\w:.-]/).filter((word) => word !== "")
  const java = words.findIndex((word) => JAVA.has(word))
  if (java >= 0) return words.slice(java + 1).some((word) => PHASES.has(word.split(":").at(-1) ?? ""))
  if (words.some((word) => INSTALLS.has(word))) return false
  if (words.some((word) => TOOLS.has(word))) return true
  const runner = words.findIndex((word) => RUNNERS.has(word))
  return (
    runner >= 0 &&
    words.slice(runner + 1).some((word) => /^(?:tests?|check|ci|verify|t)(?:[:.-]|$)/.test(word))
  )
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "))

const INSTALLS = setOf("install add get apt apt-get brew uses")
/** Programs that do nothing but test. */
const TOOLS = setOf(
  "vitest jest mocha ava pytest py.test tox nox unittest goveralls tarpaulin llvm-cov nextest ctest",
)
/** Programs that test when they are told to. */
const RUNNERS = setOf(
  "npm pnpm yarn bun deno npx just task make rake hatch uv poetry pdm pipenv go cargo cross bazel node nx turbo xtask",
)
const JAVA = setOf("mvn mvnw ./mvnw gradle gradlew ./gradlew sbt ant")
const PHASES = setOf("test check verify install package deploy build tests")
