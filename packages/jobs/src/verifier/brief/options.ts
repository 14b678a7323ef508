import { optionError } from "@proofloop/foundation/errors"
import * as z from "zod"

const names = (expected: string) =>
  z.array(z.string({ error: expected }).min(1, { error: expected }), { error: expected }).optional()

const name = z.string({ error: "a name" }).min(1, { error: "a name" })

const schema = z.strictObject({
  root: z.string({ error: "the path of a folder" }).min(1, { error: "the path of a folder" }),
  base: name.optional(),
  head: name.optional(),
  contract: names("globs of the files that say what is promised"),
  tests: names("globs of tests"),
  conventions: names("globs of files with conventions"),
  max_diff_bytes: z
    .int({ error: "a whole number of bytes, from 1 to 64 MiB" })
    .min(1, { error: "a whole number of bytes, from 1 to 64 MiB" })
    .max(64 * 2 ** 20, { error: "a whole number of bytes, from 1 to 64 MiB" })
    .default(512 * 1024),
})

export type CheckedBriefOptions = z.output<typeof schema>

export const BRIEF_OPTION_NAMES = Object.keys(schema.shape) as ReadonlyArray<keyof BriefOptions>

/** Throws InvalidOptionError that names the option, with a near miss for an unknown one. */
export function checkBriefOptions(options: BriefOptions): CheckedBriefOptions {
  const parsed = schema.safeParse(options)
  if (parsed.success) return parsed.data
  throw optionError(parsed.error, options, () => BRIEF_OPTION_NAMES)
}

export function briefOptionsOf(options: BriefOptions): BriefOptions {
  const { root, base, head, contract, tests, conventions, max_diff_bytes } = options
  return { root, base, head, contract, tests, conventions, max_diff_bytes }
}

export interface BriefOptions {
  /** A git repository or a folder of one. */
  readonly root: string
  /** What the change differs from. Default "HEAD". */
  readonly base?: string | undefined
  /** The judged commit. Default: the work tree, with untracked and without ignored files. */
  readonly head?: string | undefined
  /** Globs of the contract files, read at the base. */
  readonly contract?: readonly string[] | undefined
  /** Globs of the tests, read at the base. Default: the tests the repository has for the changed files. */
  readonly tests?: readonly string[] | undefined
  /** Read at the base. Default: CONVENTIONS.md, CONTRIBUTING.md and AGENTS.md, where they exist. */
  readonly conventions?: readonly string[] | undefined
  /** Longest diff that is judged, in bytes. Default 512 KiB; a longer one is refused, never cut. */
  readonly max_diff_bytes?: number | undefined
}
