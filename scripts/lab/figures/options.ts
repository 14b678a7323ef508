import { parseArgs } from "node:util"
import { thrownMessage, nearestName } from "@proofloop/foundation/errors"
import { Misuse } from "./misuse.ts"

const OPTIONS = {
  only: { type: "string", multiple: true },
  data: { type: "string" },
  before: { type: "string" },
  checkout: { type: "string" },
  json: { type: "string" },
  quick: { type: "boolean", default: false },
  tests: { type: "boolean", default: false },
  check: { type: "boolean", default: false },
  publish: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"]

/** `only` are names of groups, all where none is given. */
export type Options = Omit<Values, "only"> & { readonly only: readonly string[] }

/** Reads the arguments. Throws Misuse for a wrong one, with what was probably meant. */
export function readOptions(args: readonly string[], groups: readonly string[]): Options {
  const values = parse(args)
  const only = (values.only ?? [])
    .flatMap((names) => names.split(","))
    .flatMap((name) => groupsOf(name.trim(), groups))
  if (values.checkout !== undefined && values.check)
    throw new Misuse("--check compares this checkout: leave out --checkout")
  if (values.publish && (values.check || values.quick || values.checkout !== undefined))
    throw new Misuse(
      "--publish writes what this checkout was measured to: leave out --check, --quick and --checkout",
    )
  return { ...values, only }
}

function parse(args: readonly string[]): Values {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (error) {
    const message = thrownMessage(error)
    const [, written = ""] = /^Unknown option '(-[^']*)'/.exec(message) ?? []
    if (written === "") throw new Misuse(message, { cause: error })
    const hint = hintOf(
      written,
      Object.keys(OPTIONS).map((name) => `--${name}`),
    )
    throw new Misuse(`unknown option ${written}${hint}`, { cause: error })
  }
}

/** A group, or with `bench` all whose names begin so. */
function groupsOf(name: string, groups: readonly string[]): readonly string[] {
  const found = groups.filter((group) => group === name || group.startsWith(`${name}.`))
  if (found.length > 0) return found
  throw new Misuse(`--only: there is no ${name}${hintOf(name, groups)}`)
}

function hintOf(written: string, known: readonly string[]): string {
  const near = nearestName(written, known)
  return near === null ? `; there are ${known.join(", ")}` : `. Did you mean "${near}"?`
}
