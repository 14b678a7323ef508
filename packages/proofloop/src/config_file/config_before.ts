import { readFile } from "node:fs/promises"
import { dirname, relative, sep } from "node:path"
import { git } from "@proofloop/foundation/git"
import type { Input } from "../arguments/verb.ts"
import { baseOf, commitOf, rootOf } from "../check/references.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"

/**
 * The configuration's text before the change that `check --suppressions before` judges; null where there was none.
 * Throws Misuse for changed code, because reading it would run it.
 */
export async function textBefore(file: string, input: Input, io: Io): Promise<string | null> {
  const root = await rootOf(dirname(file), io.cwd)
  const head_name = input.text("head")
  const head = head_name === undefined ? null : await commitOf(root, head_name, "--head")
  const base = await baseOf(root, input.text("base"), head, io)
  const path = relative(root, file).split(sep).join("/")
  const shown = await git(root, ["cat-file", "blob", `${base}:${path}`])
  const before = shown.exit_code === 0 ? shown.stdout : null
  if (!file.endsWith(".json") && before !== (await readFile(file, "utf8"))) {
    throw new Misuse(
      `${path} is code and part of the change, so --suppressions before does not run it; name the configuration with --config`,
    )
  }
  return before
}
