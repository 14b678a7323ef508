import { testStep } from "@proofloop/foundation/paths"
import { defineAnalyser } from "./analyser.ts"
import { faults, holds, lacks, lacksFile } from "./finding.ts"
import { objectionsTo } from "./repository/objections.ts"
import { lineLike, type Repository, type TextFile } from "./repository/repository.ts"

/** Whether changes are built and tested before a merge. Fails without a CI configuration. Details are GitHub Actions' alone. */
export const ci = defineAnalyser({
  name: "ci",
  title: "Continuous integration",
  weight: 2,
  nothing: "no code in a language that is read",
  checks: [
    {
      looks_at:
        "a configuration of GitHub Actions, GitLab, CircleCI, Azure, Jenkins, Travis or another service",
      points: 40,
      decisive: true,
      judge(repository) {
        if (repository.parts.length === 0) return null
        const [path] = configurations(repository)
        return path === undefined
          ? lacksFile(WORKFLOW, "no CI is configured", {
              title: "Run the tests in CI",
              description:
                "There is no configuration of CI. Add a workflow that installs, builds and tests the project on pushes to the default branch and on pull requests.",
            })
          : holds(path, null, "CI is configured")
      },
    },
    {
      looks_at: "a step that tests, in the configuration or in a script that it calls",
      points: 30,
      async judge(repository) {
        const files = await configurationTexts(repository)
        if (files.length === 0 || repository.parts.length === 0) return null
        for (const { path, text } of files) {
          const line = testStep(text) ?? defaultTest(path, text)
          if (line !== null) return holds(path, line, "CI tests")
        }
        // A step may test by a script or an action with another name, or in another repository's workflow.
        if (files.some(({ text }) => TESTS.test(text) || ELSEWHERE.test(text))) return null
        const path = files[0]?.path ?? WORKFLOW
        return lacks([{ path, line: null, what: "no step of CI tests" }], {
          title: "Test in CI",
          description: `No step of ${files
            .map((file) => file.path)
            .slice(0, 4)
            .join(", ")} runs the tests. Add one.`,
          file_hints: [path],
          action: "modify",
        })
      },
    },
    {
      looks_at: "pull requests among what starts a workflow",
      points: 15,
      async judge(repository) {
        const files = await workflows(repository)
        if (files.length === 0 || files.length < configurations(repository).length) return null
        for (const { path, text } of files) {
          const line = lineLike(text, /\b(?:pull_request(?:_target)?|merge_group)\b|^on:.{0,80}pull_request/)
          if (line !== null) return holds(path, line, "pull requests start CI")
        }
        if (files.some(({ text }) => /\bpush\b/.test(text) && !/\bbranches\b/.test(text))) return null
        const path = files[0]?.path ?? WORKFLOW
        return lacks([{ path, line: null, what: "pull requests start no workflow" }], {
          title: "Run CI on pull requests",
          description: "No workflow has `pull_request` among what starts it: add it to the one that tests.",
          file_hints: [path],
          action: "modify",
        })
      },
    },
    {
      looks_at: "workflows that GitHub accepts (critic G10)",
      points: 15,
      async judge(repository) {
        const files = await workflows(repository)
        if (files.length === 0) return null
        const refused = await objectionsTo(
          repository,
          files.map(({ path }) => path),
          ["G10"],
        )
        const places = refused.map(({ path, line = null, message }) => ({ path, line, what: message }))
        return faults(
          places,
          files.length,
          { path: files[0]?.path ?? WORKFLOW, what: "the workflows are valid" },
          {
            title: "Repair the workflows",
            description: `GitHub refuses what is written in ${places
              .map(({ path, line }) => `${path}:${line ?? 1}`)
              .slice(0, 5)
              .join(", ")}: ${places[0]?.what ?? ""}`,
            file_hints: [...new Set(places.map(({ path }) => path))].slice(0, 3),
            action: "modify",
          },
        )
      },
    },
  ],
})

const WORKFLOW = ".github/workflows/ci.yml"

/** The files that configure a service of CI, at most 60. */
function configurations({ paths }: Repository): readonly string[] {
  return paths.filter((path) => SERVICES.test(path)).slice(0, 60)
}

export async function workflows(repository: Repository): Promise<readonly TextFile[]> {
  return textsOf(repository, repository.paths.filter((path) => GITHUB.test(path)).slice(0, 60))
}

/** The configurations, local actions, and the scripts and task files that they may call. */
async function configurationTexts(repository: Repository): Promise<readonly TextFile[]> {
  const files = await textsOf(repository, configurations(repository))
  if (files.length === 0) return []
  const called = repository.paths.filter((path) => CALLED.test(path)).slice(0, 60)
  return [...files, ...(await textsOf(repository, called))]
}

async function textsOf(repository: Repository, paths: readonly string[]): Promise<readonly TextFile[]> {
  const files: TextFile[] = []
  for await (const file of repository.texts(paths)) files.push(file)
  return files
}

/** Travis runs tests by itself where no script is configured. */
function defaultTest(path: string, text: string): number | null {
  if (!path.startsWith(".travis.") || /^script:/m.test(text)) return null
  return lineLike(text, /^language:\s{0,8}(?:go|node_js|java|rust)\b/)
}

const GITHUB = /^\.github\/workflows\/[^/]{1,200}\.ya?ml$/
const SERVICES =
  /^\.github\/workflows\/[^/]{1,200}\.ya?ml$|^(?:\.gitlab-ci\.ya?ml|\.circleci\/config\.ya?ml|\.?azure-pipelines\.ya?ml|Jenkinsfile|\.travis\.ya?ml|\.?appveyor\.ya?ml|bitbucket-pipelines\.ya?ml|\.drone\.ya?ml|\.woodpecker\.ya?ml|\.cirrus\.ya?ml|cloudbuild\.ya?ml|wercker\.yml|\.semaphore\/[^/]{1,100}\.yml|\.woodpecker\/[^/]{1,100}\.ya?ml|\.buildkite\/[^/]{1,100}\.ya?ml|\.builds\/[^/]{1,100}\.ya?ml|\.forgejo\/workflows\/[^/]{1,100}\.ya?ml|\.gitea\/workflows\/[^/]{1,100}\.ya?ml|\.ci\/[^/]{1,100})$/
const CALLED =
  /^\.github\/actions\/.{1,200}\/action\.ya?ml$|^(?:Makefile|makefile|GNUmakefile|justfile|Taskfile\.ya?ml|noxfile\.py|tox\.ini)$|^(?:ci|scripts?|\.ci|tools|build|etc|\.github)\/[^/]{1,100}\.(?:sh|py|js|mjs|ps1)$/
/** What speaks of tests at all. */
const TESTS = /\b(?:tests?|testing|verify|coverage|spec|mvn|gradle)\b/i
const ELSEWHERE = /uses:\s{0,8}["']?[\w.-]{1,100}\/[\w.-]{1,100}\/\.github\/workflows\/|include:\s{0,8}/
