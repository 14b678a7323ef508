import { checkPackage } from "@arethetypeswrong/core"
import { problemAffectsResolutionKind } from "@arethetypeswrong/core/problems"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import type { Tarball } from "./tarball.ts"

/** What publint has to say about a tarball, suggestions included. */
export async function publintProblems({ data }: Tarball): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: data.buffer }, strict: true })
  return messages.map((message) => formatMessage(message, pkg) ?? message.code)
}

/**
 * The report of Are The Types Wrong, with the profile for packages that are ES modules only. Resolution from CommonJS
 * and by TypeScript's `node10` does not count.
 */
export async function typesProblems({ unpacked }: Tarball): Promise<string[]> {
  const analysis = await checkPackage(unpacked)
  if (analysis.types === false) return ["it has no types"]
  return analysis.problems
    .filter((problem) =>
      (["node16-esm", "bundler"] as const).some((kind) =>
        problemAffectsResolutionKind(problem, kind, analysis),
      ),
    )
    .map((problem) => ("entrypoint" in problem ? `${problem.kind} at ${problem.entrypoint}` : problem.kind))
}
