import { optionError } from "@proofloop/foundation/errors"
import { z } from "zod"
import type { BriefOptions } from "./brief_options.ts"

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

export const brief_option_names = Object.keys(schema.shape) as ReadonlyArray<keyof BriefOptions>

/** Throws InvalidOptionError that names the option, with a near miss for an unknown one. */
export function checkBriefOptions(options: BriefOptions): CheckedBriefOptions {
  const parsed = schema.safeParse(options)
  if (parsed.success) return parsed.data
  throw optionError(parsed.error, options, () => brief_option_names)
}

/** Of options with more in them, those that a brief takes. */
export function briefOptionsOf(options: BriefOptions): BriefOptions {
  const { root, base, head, contract, tests, conventions, max_diff_bytes } = options
  return { root, base, head, contract, tests, conventions, max_diff_bytes }
}
