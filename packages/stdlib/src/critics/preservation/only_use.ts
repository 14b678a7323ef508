import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import { readSymbols } from "../../code/file_symbols.ts"
import { identifiersIn } from "../../code/identifiers.ts"

interface Gone {
  readonly path: string
  readonly name: string
}

/**
 * Whether what went was used in one place of the touched files, which is still there and took nothing new instead.
 * Python has no mark of an export: there the use has to be in another file.
 */
export async function wentWithItsOnlyUse({ path, name }: Gone, change: ChangeSet): Promise<boolean> {
  const users = new Map<string, { readonly file: ChangeSet["files"][number]; readonly user: string | null }>()
  for (const file of change.files) {
    if (isTestPath(file.path)) continue
    for (const user of await usersIn(file.path, strictText(file.before), { path, name }))
      users.set(`${file.path} ${user}`, { file, user })
  }
  const [only] = users.values()
  if (only === undefined || users.size > 1) return false
  if (path.endsWith(".py") && only.file.path === path) return false
  const text = strictText(only.file.after)
  if (text === null) return false
  const now = (await definitions(only.file.path, text)) ?? []
  const same = now.find(({ qualified_name }) => qualified_name === only.user)
  if (only.user !== null && same === undefined) return false
  const left = same === undefined ? text : text.slice(same.range.start, same.range.end)
  return identifiersIn(left, await cameIn(change)).length === 0
}

/** The innermost definitions that use the name outside of its own; null: the body of the module. */
async function usersIn(path: string, text: string | null, gone: Gone): Promise<ReadonlySet<string | null>> {
  if (text === null || identifiersIn(text, new Set([gone.name])).length === 0) return new Set()
  const symbols = await readSymbols(path, text, (name) => name === gone.name)
  const around = (await definitions(path, text)) ?? []
  const own = path === gone.path ? around.filter(({ name }) => name === gone.name) : []
  const used = (symbols?.references ?? []).filter(
    ({ kind, offset }) => (kind === "call" || kind === "use") && !own.some((one) => isInside(offset, one)),
  )
  return new Set(used.map(({ offset }) => innermost(offset, around)?.qualified_name ?? null))
}

function innermost(offset: number, around: readonly Definition[]): Definition | undefined {
  return around
    .filter((one) => isInside(offset, one))
    .toSorted((one, other) => lengthOf(one) - lengthOf(other))[0]
}

function isInside(offset: number, { range }: Definition): boolean {
  return offset >= range.start && offset < range.end
}

function lengthOf({ range }: Definition): number {
  return range.end - range.start
}

/** Names of definitions that the change brings. */
async function cameIn(change: ChangeSet): Promise<ReadonlySet<string>> {
  const came = new Set<string>()
  for (const { path, before, after } of change.files) {
    const had = new Set((await definitions(path, before))?.map(({ name }) => name))
    for (const { name } of (await definitions(path, after)) ?? []) if (!had.has(name)) came.add(name)
  }
  return came
}
