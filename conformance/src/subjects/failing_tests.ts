import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { detectFailingTests } from "@proofloop/stdlib/critics"
import type { DetectFailingTestsOptions } from "@proofloop/stdlib/internal/critics"
import { inFolderWith } from "./folder.ts"
import type { Subject } from "./subject.ts"

interface Input extends Pick<DetectFailingTestsOptions, "command" | "timeout_ms"> {
  readonly files: Readonly<Record<string, string>>
  /** Written before the tests are run a second time. */
  readonly then?: Readonly<Record<string, string>>
}

/** The failing tests of a project, sorted, and again after an edit with what is new; null: they cannot be run. */
export const failingTests: Subject = {
  name: "failing_tests",
  answer(given) {
    const { files, then, ...options } = given as unknown as Input
    return inFolderWith(files, async (root) => {
      const before = await detectFailingTests(root, options)
      if (then === undefined) return { failing: sorted(before) }
      for (const [path, text] of Object.entries(then)) await writeFile(join(root, path), text)
      const after = await detectFailingTests(root, options)
      return {
        failing: sorted(before),
        then_failing: sorted(after),
        added: sorted(after)?.filter((name) => before?.has(name) !== true),
      }
    })
  },
}

function sorted(names: ReadonlySet<string> | null): readonly string[] | null {
  return names === null ? null : [...names].sort()
}
