import { isTestPath } from "@proofloop/foundation/paths"
import type { Definition } from "../../code/definition.ts"
import type { LostDefinition } from "./lost_definition.ts"
import { isOfPrivateReceiver, isOfProgram } from "./reach.ts"

/** Nobody outside its crate, package or file, or outside the tests, can have used it. */
export function isPrivate(lost: LostDefinition): boolean {
  const { path, before, definition } = lost
  // What a decorator of the tests' own hands on is used by its name; a fixture may be used by itself.
  if (
    definition.registered &&
    !(isTestPath(path) && path.endsWith(".py") && !isAutomatic(before, definition))
  )
    return false
  if (definition.kind === "implementation") return isOfPrivateType(before, definition)
  if (isOfProgram(lost) || isOfPrivateReceiver(lost)) return true
  return (
    !definition.public ||
    isTestPath(path) ||
    FOR_ITSELF.test(path) ||
    /^pub\s{0,8}\(/.test(before.slice(definition.range.start))
  )
}

/** Internal packages and modules, examples and benchmarks. */
const FOR_ITSELF =
  /(?:^|\/)(?:internal|examples?|demos?|samples?|bench(?:es|marks?)?)\/|(?:^|\/)_(?!_)\w{0,100}(?:\/|\.py$)/

function isAutomatic(before: string, { range, offset }: Definition): boolean {
  return /autouse|hookimpl|\bevent\b/.test(before.slice(range.start, offset))
}

/** The type is private to the file, so nobody else can ask for what it implements. */
function isOfPrivateType(before: string, { qualified_name }: Definition): boolean {
  const type = qualified_name.split(".")[0] ?? ""
  return [...before.matchAll(PRIVATE_TYPE)].some(([, name]) => name === type)
}

const PRIVATE_TYPE =
  /^[ \t]{0,80}(?:pub[ \t]{0,8}\([^)\n]{0,100}\)[ \t]{1,8})?(?:struct|enum|union)[ \t]{1,8}(\w{1,200})/gm
