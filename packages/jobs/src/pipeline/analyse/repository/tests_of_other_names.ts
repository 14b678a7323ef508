import { posix } from "node:path"
import { definesTests, isTestPath, namesTest, testStep } from "@proofloop/foundation/paths"
import { isRecord, parsedJson } from "@proofloop/foundation/text"

/**
 * Code that is a test whatever its path says. Either it defines tests and its name may be that of a test, or CI, tox,
 * make or a manifest names it where it tests.
 */
export async function testsOfOtherNames(
  code: readonly string[],
  paths: readonly string[],
  texts: (wanted: readonly string[]) => AsyncIterable<{ readonly path: string; readonly text: string }>,
): Promise<ReadonlySet<string>> {
  const open = new Set(code.filter((path) => !isTestPath(path)))
  const found = new Set<string>()
  for await (const { path, text } of texts(paths.filter((one) => RUNNERS.test(one)))) {
    const folder = path.includes(".github/") ? "." : posix.dirname(path)
    for (const line of testLines(path, text))
      for (const word of line.slice(0, 1000).split(/[\s"'`=,;()]+/)) {
        const named = posix.normalize(posix.join(folder, word))
        if (open.has(named)) found.add(named)
      }
  }
  for await (const { path, text } of texts([...open].filter((one) => DOUBTFUL.test(one))))
    if (definesTests(text)) found.add(path)
  return found
}

/** Where it is written what tests a project. */
const RUNNERS =
  /^\.github\/workflows\/[^/]{1,200}\.ya?ml$|(?:^|\/)(?:package\.json|tox\.ini|noxfile\.py|[Mm]akefile|justfile|\.gitlab-ci\.yml|\.travis\.yml)$/
/** A path with one of these words may be that of a test. */
const DOUBTFUL = /test|spec|check/i

/** The lines that test: of a manifest its scripts by such a name, else lines of a test tool or of a program in a language. */
function testLines(path: string, text: string): readonly string[] {
  if (path.endsWith("package.json")) {
    const manifest = parsedJson(text)
    const scripts = isRecord(manifest) && isRecord(manifest["scripts"]) ? manifest["scripts"] : {}
    return Object.entries(scripts).flatMap(([name, line]) =>
      /test/.test(name) && typeof line === "string" ? [line] : [],
    )
  }
  return text.split("\n").filter((line) => testStep(line) !== null || namesTest(line))
}
