import { isTestPath } from "@proofloop/foundation/paths"
import fc from "fast-check"
import { expect, test } from "vitest"
import { memoryFacts } from "../repository/memory_facts.ts"
import { inferSourceFiles } from "./source_mapping.ts"

const words = fc.constantFrom(
  "import ",
  "from ",
  "use ",
  "require(",
  '"',
  "'",
  "(",
  ")",
  "{",
  "}",
  "::",
  ".",
  "..",
  "/",
  "../",
  ";",
  "\n",
  " ",
  ",",
  "*",
  "app",
  "db",
  "crate",
  "src",
  "package ",
  "module ",
  "as ",
  "#",
  "//",
  "\\",
  "\0",
  "\u{1f600}",
  "\ud800",
  "__proto__",
  "constructor",
)
const text = fc.array(words, { maxLength: 60 }).map((parts) => parts.join(""))
const testPath = fc.constantFrom(
  "tests/test_a.py",
  "a.test.ts",
  "db/a_test.go",
  "tests/a.rs",
  "src/lib.rs",
  "src/test/java/app/ATest.java",
)

test("whatever a test says, its sources are files of the repository that are no tests", async () => {
  await fc.assert(
    fc.asyncProperty(testPath, text, text, async (path, content, manifest) => {
      const files = {
        "db/app.go": "",
        "src/db.rs": "",
        "src/app.py": "",
        "db.ts": "",
        "src/main/java/app/Db.java": "",
        "tests/db.py": "",
        [path]: content,
        "go.mod": manifest,
        "Cargo.toml": manifest,
      }
      const sources = await inferSourceFiles(
        [path, "../x.py", "/etc/passwd.py", "__proto__.ts"],
        memoryFacts(files),
      )
      expect(new Set(sources).size).toBe(sources.length)
      expect(sources.filter((source) => !Object.hasOwn(files, source) || isTestPath(source))).toEqual([])
    }),
    { numRuns: 400 },
  )
})
