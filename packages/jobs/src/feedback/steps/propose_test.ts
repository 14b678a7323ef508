import { listTree } from "@proofloop/foundation/git"
import { isTestFile, TEST_PATHS, testLanguageOf } from "@proofloop/foundation/paths"
import { cutMiddle } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { dataBlock } from "@proofloop/stdlib"
import { fileBlock, filesBlock } from "@proofloop/stdlib/internal/llm"
import * as z from "zod"
import { ask } from "../prompt_files/ask.ts"
import type { FixContext, ProposeTest } from "../settings.ts"
import { contextValues, type ProposeOptions } from "./propose_edits.ts"

/**
 * Proposes a regression test by one model and the prompt `regression_test`. Rejects with an LlmError that quotes at
 * most 300 characters of the reply, or with the model's error. `writeRegressionTest` says whether it is a real test.
 */
export function proposeTestWith(model: Model, options: ProposeOptions = {}): ProposeTest {
  return async (context) => {
    const form = { ...options, signal: context.signal, schema: testReply }
    return ask(model, "regression_test", await promptValues(context), form)
  }
}

const testReply = z.strictObject({
  path: z
    .string()
    .max(500)
    .refine((path) => testLanguageOf(path) !== null, {
      error: `no path of a test; use one such as ${TEST_PATHS}`,
    }),
  content: z.string().min(1).max(200_000),
})

const MAX_DIFF = 60_000
const MAX_TESTS = 3

async function promptValues(
  context: FixContext & { readonly diff: string },
): Promise<Record<string, string>> {
  const { root, plan, hits, diff } = context
  const paths = plan.files.map(({ path }) => path)
  return {
    ...contextValues(context),
    test_sketch: dataBlock(plan.regression_test_sketch),
    diff: fileBlock(cutMiddle(diff, MAX_DIFF)).text,
    files: await filesBlock(root, paths, hits),
    tests: await filesBlock(root, await nearTests(root, paths)),
    test_paths: TEST_PATHS,
  }
}

/** Tests that are likest to those of the changed files: of the same language, in the nearest folders. */
async function nearTests(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const extensions = new Set(paths.map(extensionOf))
  const tests = (await listTree(root)).filter((path) => isTestFile(path))
  const alike = tests.filter((path) => extensions.has(extensionOf(path)))
  const shared = (test: string) => Math.max(0, ...paths.map((path) => sharedFolders(path, test)))
  return (alike.length === 0 ? tests : alike)
    .toSorted((one, other) => shared(other) - shared(one))
    .slice(0, MAX_TESTS)
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1)
}

function sharedFolders(one: string, other: string): number {
  const [a, b] = [one.split("/"), other.split("/")]
  const first = a.findIndex((part, at) => part !== b[at])
  return first === -1 ? a.length : first
}
