import { defineAnalyser } from "./analyser.ts"
import { workflows } from "./ci.ts"
import { faults, holds, lacks, lacksFile } from "./finding.ts"
import { isGenerated, lineLike, pathLike, type Repository } from "./repository/repository.ts"
import { riskyCalls } from "./signs/risky_calls.ts"
import { secretLines } from "./signs/secret_lines.ts"
import { workflowRisks } from "./signs/workflow_risks.ts"

/**
 * Whether secrets are exposed, and whether code or workflows let strangers in. Fails for a secret. Looks only at
 * single lines: no data flow, no advisories.
 */
export const security = defineAnalyser({
  name: "security",
  title: "Security",
  weight: 3,
  nothing: "no files",
  checks: [
    {
      looks_at:
        "private keys and tokens of vendors outside of tests, examples and documentation; an `.env` with a secret",
      points: 40,
      samples: true,
      decisive: true,
      async judge(repository) {
        if (repository.paths.length === 0) return null
        const places = await secretLines(repository)
        const [first] = places
        if (first === undefined) return holds(".", null, "no key and no token lies in the files")
        return lacks(places, {
          title: "Take secrets out of the repository",
          description: `${places
            .slice(0, 5)
            .map(({ path, line }) => `${path}:${line}`)
            .join(
              ", ",
            )}: read it from the environment instead. What was committed stays in the history: its owner has to revoke it.`,
          file_hints: [...new Set(places.map(({ path }) => path))].slice(0, 3),
          action: "modify",
        })
      },
    },
    {
      looks_at:
        "calls that let strangers in: certificates that are not checked, shells and eval fed with values, yaml.load without a loader",
      points: 25,
      samples: true,
      async judge(repository) {
        const places: { path: string; line: number; what: string }[] = []
        for await (const file of repository.texts(repository.sources)) {
          if (!isGenerated(file.text)) places.push(...riskyCalls(file))
        }
        if (repository.sources.length === 0) return null
        return faults(
          places.slice(0, 20),
          repository.sources.length,
          { path: repository.sources[0] ?? ".", what: "no call is known to let strangers in" },
          {
            title: "Mend calls that let strangers in",
            description: places
              .slice(0, 5)
              .map(({ path, line, what }) => `${path}:${line} ${what}`)
              .join("; "),
            file_hints: [...new Set(places.map(({ path }) => path))].slice(0, 3),
            action: "modify",
          },
        )
      },
    },
    {
      looks_at:
        "workflows: no text of strangers in a shell, no checkout of a stranger's branch with secrets, no action by a branch",
      points: 20,
      async judge(repository) {
        const files = await workflows(repository)
        const places = files.flatMap(workflowRisks)
        if (files.length === 0) return null
        return faults(
          places,
          files.length,
          { path: files[0]?.path ?? ".", what: "no workflow runs what strangers write" },
          {
            title: "Harden the workflows",
            description: places
              .slice(0, 5)
              .map(({ path, line, what }) => `${path}:${line} ${what}`)
              .join("; "),
            file_hints: [...new Set(places.map(({ path }) => path))].slice(0, 3),
            action: "modify",
          },
        )
      },
    },
    {
      looks_at: "where to report a vulnerability: SECURITY.md or a section of the README",
      points: 15,
      judge: policy,
    },
  ],
})

async function policy(repository: Repository) {
  if (repository.parts.length === 0) return null
  const path = pathLike(
    repository,
    /^(?:(?:docs|\.github|\.gitlab)\/)?security(?:[-_]policy)?(?:\.\w{1,10})?$|^\.well-known\/security\.txt$/i,
  )
  if (path !== undefined) return holds(path, null, "it is said where to report a vulnerability")
  const readme = pathLike(repository, /^(?:\.github\/)?(?:readme|contributing)(?:\.\w{1,10})?$/i)
  const line = lineLike(
    (readme && (await repository.text(readme))) ?? "",
    /\bsecurity\b.{0,80}(?:report|issue|policy|contact|disclos)|\bvulnerabilit/i,
  )
  if (readme !== undefined && line !== null)
    return holds(readme, line, "it is said where to report a vulnerability")
  return lacksFile("SECURITY.md", "nothing says where to report a vulnerability", {
    title: "Say where to report a vulnerability",
    description:
      "Add SECURITY.md: which versions are supported, and a private way to report. The address is a decision of the owner.",
  })
}
