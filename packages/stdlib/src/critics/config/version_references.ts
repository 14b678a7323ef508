import { nearestName } from "@proofloop/foundation/errors"
import { isRecord, readMember } from "@proofloop/foundation/text"
import type { SchemaProblem } from "./schema_problems.ts"

/** References of a version catalog to a version or a library that it does not have; Gradle refuses them. */
export function missingReferences(data: unknown): readonly SchemaProblem[] {
  const versions = namesIn(readMember(data, "versions"))
  const libraries = namesIn(readMember(data, "libraries"))
  const of_versions = ["libraries", "plugins"].flatMap((table) =>
    entriesOf(readMember(data, table)).flatMap(([name, entry]) => {
      const ref = readMember(readMember(entry, "version"), "ref")
      return isMissing(ref, versions)
        ? [problem([table, name, "version", "ref"], "version", ref, versions)]
        : []
    }),
  )
  const of_bundles = entriesOf(readMember(data, "bundles")).flatMap(([name, list]) =>
    (Array.isArray(list) ? list : []).flatMap((one: unknown, index) =>
      isMissing(one, libraries) ? [problem(["bundles", name, index], "library", one, libraries)] : [],
    ),
  )
  return [...of_versions, ...of_bundles]
}

function problem(
  path: SchemaProblem["path"],
  kind: string,
  name: string,
  known: ReadonlySet<string>,
): SchemaProblem {
  const near = nearestName(name, [...known])
  const hint = near === null ? "" : ` (did you mean "${near}"?)`
  return { path, rule: "schema_reference", message: `there is no ${kind} "${name}"${hint}` }
}

/** Gradle takes `-`, `_` and `.` in an alias for the same. */
function isMissing(name: unknown, known: ReadonlySet<string>): name is string {
  return typeof name === "string" && known.size > 0 && !known.has(plain(name))
}

function namesIn(table: unknown): ReadonlySet<string> {
  return new Set(entriesOf(table).map(([name]) => plain(name)))
}

function entriesOf(table: unknown): ReadonlyArray<[string, unknown]> {
  return isRecord(table) ? Object.entries(table) : []
}

function plain(name: string): string {
  return name.replaceAll(/[-_.]/g, "-")
}
