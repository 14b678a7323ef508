import { namesPath } from "./names_path.ts"

/** Why a test would bypass the changed code: it replaces a whole changed module. null: it does not. */
export function replacedReason(
  statements: readonly string[],
  changed_files: readonly string[],
): string | null {
  const found = statements
    .filter((statement) => REPLACES.test(statement))
    .flatMap((statement) => changed_files.find((path) => namesPath(statement, path)) ?? [])
  const [path] = found
  return path === undefined ? null : `it puts something else in the place of ${path}; run that code itself`
}

const REPLACES =
  /\b(?:vi|jest)\.(?:mock|doMock|unstable_mockModule|setMock)\(|\bmock\.module\(|\b(?:proxyquire|rewire|esmock|mockery)\b|\btd\.replace(?:Esm|Cjs)?\(\s{0,40}["'`]|\brequire\.cache\[|\bsys\.modules\[[^\]]{1,200}\]\s{0,4}=|\bsetitem\(\s{0,40}sys\.modules\b|\bpatch\.dict\(\s{0,40}["']?sys\.modules\b/
