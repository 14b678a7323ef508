import { type InvalidOptionError, isInvalidOptionError } from "@proofloop/foundation/errors"
import { Misuse } from "../console/misuse.ts"

export type FlagNames = Readonly<Record<string, { readonly flag: string; readonly hint?: string }>>

/** Does something with values of flags; a refused option is named by its flag. */
export async function inFlags<Result>(names: FlagNames, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw isInvalidOptionError(error) ? misuseOf(error, names) : error
  }
}

/** "contract.0" is of the flag that gives "contract". */
function misuseOf(error: InvalidOptionError, names: FlagNames): Error {
  const { option, expected, got, did_you_mean } = error
  const named = names[option] ?? names[option.split(".")[0] ?? ""]
  if (named === undefined) return error
  const { flag, hint } = named
  const given = got === "undefined" ? "" : `, got ${got}`
  const near = did_you_mean === null ? "" : ` Did you mean "${did_you_mean}"?`
  return new Misuse(`${flag}: expected ${expected}${given}.${near}${hint === undefined ? "" : ` ${hint}`}`)
}

export const VERDICT_FLAGS: FlagNames = {
  root: { flag: "--repo", hint: "git init makes a repository, and --repo DIR names another folder" },
  base: { flag: "--base", hint: "Name what the change started from: --base REF" },
  head: { flag: "--head", hint: "Name the commit to judge, and by --base what it started from" },
  contract: {
    flag: "--contract",
    hint: 'Name the files that say what is promised, as in --contract "docs/**", or tests: --tests "tests/**"',
  },
  tests: { flag: "--tests" },
  conventions: { flag: "--conventions" },
  max_diff_bytes: { flag: "--base" },
  ledger: { flag: "--ledger" },
  min_lenses: { flag: "--min-lenses" },
  builder_id: { flag: "--builder" },
  "builder.id": { flag: "--builder" },
  "builder.model_name": { flag: "--builder-model" },
  only: { flag: "--lens" },
  builds: { flag: "--builds" },
  prompt_dir: { flag: "--prompt-dir" },
}
