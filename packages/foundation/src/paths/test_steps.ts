/** The first line of a configuration that runs tests, from 1; null for none. Comments and installations do not count. */
export function testStep(text: string): number | null {
  const at = text.split("\n").findIndex((line) => runsTests(line.slice(0, 400)))
  return at < 0 ? null : at + 1
}

/** Whether a line runs a program on a path that has a word for tests: `python test.py`, `node checks/all.mjs`. */
export function namesTest(line: string): boolean {
  const words = line.slice(0, 400).split(/[^\w./-]+/)
  const program = words.findIndex((word) => INTERPRETERS.has(word))
  return (
    program >= 0 &&
    words.slice(program + 1).some((word) => /test|spec|check/i.test(word) && /\.\w/.test(word))
  )
}

const INTERPRETERS: ReadonlySet<string> = new Set(
  "python python3 coverage node tsx deno ruby php bash sh".split(" "),
)

/**
 * The first command of a configuration that tests, by itself or by the name of its step, and takes nothing from the
 * service that runs it; null: none.
 */
export function stepThatTests(text: string): string | null {
  let is_named = false
  let last: string | null = null
  for (const given of text.split("\n")) {
    const [, item = "", rest = ""] = /^\s{0,80}(-\s{1,20})?(\S.{0,400})/.exec(given.trimEnd()) ?? []
    if (item !== "") {
      if (last !== null) return last
      is_named = false
    }
    if (/^name:.{0,200}\b(?:tests?|specs?)\b/i.test(rest)) is_named = true
    const line = rest.replace(/^run:\s{0,20}/, "").replace(MEASURED, "python3 ")
    if (!/^[\w./-]{1,100} [^$|<>&;()\\`]{1,300}$/.test(line) || AROUND.test(line)) continue
    if (runsTests(line) || namesTest(line)) return line
    // What a step is for comes last in it.
    if (is_named) last = line
  }
  return last
}

/** What a step does around its tests, or with rights that no test needs. */
const AROUND =
  /^(?:sudo|apt|apt-get|echo|cd|mkdir|cp|mv|rm|curl|wget|export|set|if|fi|for|done)\b|\b(?:install|add|update|get)\b/

/** What a measure of coverage would run, which CI installs by itself. */
const MEASURED = /^coverage run (?:--?[\w=.,/*-]{1,200} ){0,10}/

function runsTests(line: string): boolean {
  if (/^\s{0,80}(?:#|\/\/|- name:|name:|uses:)/.test(line)) return false
  const words = line.split(/[^\w:.-]/).filter((word) => word !== "")
  const java = words.findIndex((word) => JAVA.has(word))
  if (java >= 0) return words.slice(java + 1).some((word) => PHASES.has(word.split(":").at(-1) ?? ""))
  if (words.some((word) => INSTALLS.has(word))) return false
  if (words.some((word) => TOOLS.has(word))) return true
  if (GENERAL.test(line)) return true
  const runner = words.findIndex((word) => RUNNERS.has(word))
  return (
    runner >= 0 &&
    words.slice(runner + 1).some((word) => /^(?:tests?|check|ci|verify|t)(?:[:.-]|$)/.test(word))
  )
}

/** Whatever the program: "mix test", "dotnet test", "bundle exec rake spec". */
const GENERAL =
  /^[\s-]{0,80}(?:run:\s{0,20}|script:\s{0,20})?(?!echo\b|cd\b|mkdir\b|cp\b)[\w./-]{1,60}(?: [\w./-]{1,60}){0,2} (?:tests?|spec)(?:\s|$)/

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "))

const INSTALLS = setOf("install add get apt apt-get brew uses")
/** Programs that do nothing but test. */
const TOOLS = setOf(
  "vitest jest mocha ava pytest py.test tox nox unittest goveralls tarpaulin llvm-cov nextest ctest rspec phpunit",
)
/** Programs that test when they are told to. */
const RUNNERS = setOf(
  "npm pnpm yarn bun deno npx just task make rake hatch uv poetry pdm pipenv go cargo cross bazel node nx turbo xtask",
)
const JAVA = setOf("mvn mvnw ./mvnw gradle gradlew ./gradlew sbt ant")
const PHASES = setOf("test check verify install package deploy build tests")
