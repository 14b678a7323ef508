import { testFileCommand } from "@proofloop/foundation/paths"
import { FixError } from "./fix_error.ts"
import { bareSource, TEST_WORDS } from "./test_source.ts"

export interface TestCommandOptions {
  /** A tree that has the test file, all links resolved. */
  readonly root: string
  readonly path: string
  readonly content: string
  /** Test names that are not the regression test's. Default: those of nothing. */
  readonly before?: string | null | undefined
}

/**
 * The command line that runs a regression test in `root`. Rejects with a FixError of the kind "environment" when nothing
 * there can run it.
 */
export async function testCommand(options: TestCommandOptions): Promise<string> {
  const { root, path, content, before } = options
  const known = new Set(goTests(before ?? ""))
  const go_tests = goTests(content).filter((name) => !known.has(name))
  const command = await testFileCommand({ root, path, go_tests })
  if (typeof command !== "string") throw new FixError("environment", command.missing)
  return command
}

function goTests(content: string): readonly string[] {
  return [...bareSource(content, "go").matchAll(TEST_WORDS.go.tests)].map(([, name]) => name ?? "")
}
