import { posix } from "node:path"
import { strictText } from "@proofloop/foundation/git"
import { bareSource } from "../../code/bare_source.ts"
import type { Definition } from "../../code/definition.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { javaPackage, takesAnother } from "./called_function.ts"

/** More files of a package are not read. */
const MOST_FILES = 400

/** Of static methods that only their package sees: those that another file of the package calls behind their type. */
export async function calledInPackage(
  lost: readonly Definition[],
  { path, old }: { readonly path: string; readonly old: string },
  facts: RepositoryFacts,
): Promise<readonly Definition[]> {
  const own = javaPackage(old)
  const methods = lost.filter((one) => isOfPackage(one, old))
  if (own === null || methods.length === 0) return []
  const folder = own.replaceAll(".", "/")
  const paths = (await facts.paths()).filter(
    (other) => other !== path && other.endsWith(".java") && posix.dirname(other).endsWith(folder),
  )
  const called = new Set<string>()
  for (const other of paths.slice(0, MOST_FILES)) {
    const text = strictText(await facts.read(other)) ?? ""
    if (javaPackage(text) !== own) continue
    for (const [, type = "", name = ""] of bareSource(text, "java").matchAll(STATIC_CALL))
      if (!takesAnother(type, text, own)) called.add(`${type}.${name}`)
  }
  return methods.filter(({ qualified_name }) => called.has(qualified_name))
}

const STATIC_CALL = /(?<![\w$.])([A-Z][\w$]{0,199})\s{0,9}(?:\.|::)\s{0,9}([\w$]{1,200})/g

function isOfPackage(
  { kind, public: is_public, qualified_name, range, offset }: Definition,
  old: string,
): boolean {
  const head = old.slice(range.start, offset)
  return (
    kind === "method" &&
    !is_public &&
    qualified_name.split(".").length === 2 &&
    /\bstatic\b/.test(head) &&
    !/\bprivate\b/.test(head)
  )
}
