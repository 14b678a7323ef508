import { nearestName } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import type { Validate } from "@proofloop/parsers"
import { loadParsers } from "../../parsers/load_parsers.ts"
import type { ConfigKind } from "./matchers.ts"
import { cargo } from "./schemas/cargo.ts"
import { dependabot } from "./schemas/dependabot.ts"
import { eslintrc } from "./schemas/eslintrc.ts"
import { packageJson } from "./schemas/package_json.ts"
import { prettierrc } from "./schemas/prettierrc.ts"
import type { Schema } from "./schemas/schema.ts"
import { TSCONFIG } from "./schemas/tsconfig.ts"

/** A kind that has one of our schemas; GitHub's parser reads workflows. */
export type SchemaKind = Exclude<ConfigKind, "github-workflow">

const ownSchemas: Readonly<Record<SchemaKind, Schema>> = {
  cargo,
  dependabot,
  eslintrc,
  package: packageJson,
  prettierrc,
  tsconfig: TSCONFIG,
}

let compiled: Promise<(id: string) => Validate> | undefined

export async function ownValidator(kind: SchemaKind): Promise<Validate> {
  const validatorOf = await (compiled ??= compileOwnSchemas())
  return validatorOf(kind)
}

/** Unknown keys that nearly equal a known one, with that known key. `__scripts` is disabled on purpose. */
export function slippedKeys(
  data: unknown,
  known: unknown,
): ReadonlyArray<{ readonly key: string; readonly near: string }> {
  if (!isRecord(data) || !Array.isArray(known)) return []
  const names = known.map(String)
  return Object.keys(data).flatMap((key) => {
    const near = names.includes(key) || !/^[A-Za-z]/.test(key) ? null : nearestName(key, names)
    if (near === null || Math.abs(near.length - key.length) > 2) return []
    return !Object.hasOwn(data, near) || isOneSlip(key, near) ? [{ key, near }] : []
  })
}

/** When the right key is present as well, a slip differs only by one letter, two swapped letters, case or dashes. */
function isOneSlip(key: string, near: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, "")
  if (plain(key) === plain(near)) return true
  if (near.length < 5) return false
  let start = 0
  while (start < key.length && key[start] === near[start]) start += 1
  let end = 0
  while (end < Math.min(key.length, near.length) - start && key.at(-1 - end) === near.at(-1 - end)) end += 1
  const [one, other] = [key.slice(start, key.length - end), near.slice(start, near.length - end)]
  return Math.max(one.length, other.length) <= 1 || (one.length === 2 && one === `${other[1]}${other[0]}`)
}

async function compileOwnSchemas(): Promise<(id: string) => Validate> {
  const { compileSchemas } = await loadParsers()
  return compileSchemas({
    dialect: "2020-12",
    schemas: Object.entries(ownSchemas),
    keywords: {
      choice: (choices, data) => choices.includes(withoutCase(data)),
      slips: (known, data) => slippedKeys(data, known).length === 0,
    },
  })
}

function withoutCase(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value
}
