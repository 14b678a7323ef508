import { chmod } from "node:fs/promises"
import { join } from "node:path"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import {
  HONEST_PIPES,
  MASKED_RED,
  type MaskedCheck,
  maskedProject,
} from "../../../../runtime/src/evidence/masked_checks.fixture.ts"
import { runCheck } from "./run_check.ts"

async function outcomeOf(check: MaskedCheck): Promise<string> {
  const root = await folderWith(maskedProject(check))
  await chmod(join(root, "run_tests.sh"), 0o755)
  const place = { root, runner: hostRunner(), problem: null }
  const { signal } = new AbortController()
  return (await runCheck(place, { command: check.command, timeout_ms: 60_000, signal })).outcome
}

// @requirement loop.proof.contradicted
it.each(MASKED_RED)("is not green by a red check that exits with 0: $name", async (check) => {
  expect(await outcomeOf(check)).not.toBe("green")
})

it.each(HONEST_PIPES)("is green by an honest pipe: $name", async (check) => {
  expect(await outcomeOf(check)).toBe("green")
})
