import { defineAnalyser } from "./analyser.ts"
import { holds, lacks } from "./finding.ts"
import { isAside, isCode } from "./repository/ecosystems.ts"
import { manifestsOf, partOf } from "./repository/manifest.ts"
import { objectionsTo } from "./repository/objections.ts"
import { lineLike, pathLike, type Repository } from "./repository/repository.ts"
import { LONG_FILE, LONG_FUNCTION, longFiles, longFunctions } from "./signs/long_code.ts"
import { strictTypes } from "./signs/strict_types.ts"
import { TOOLS, type Tool } from "./signs/tools.ts"

/** Whether the code parses, tools check it, and its pieces are short. Fails for a source that does not parse. */
export const codeQuality = defineAnalyser({
  name: "code_quality",
  title: "Code quality",
  weight: 2,
  nothing: "no code in a language that is read",
  checks: [
    {
      looks_at: "sources of JavaScript, TypeScript and Python that parse (critic G2), at most 600",
      points: 30,
      decisive: true,
      async judge(repository) {
        const all = repository.sources.filter((path) => isCode(path) && /\.(?:py|[cm]?[jt]sx?)$/.test(path))
        const paths = all.slice(0, MOST_PARSED)
        if (paths.length === 0) return null
        const broken = await objectionsTo(repository, paths, ["G2"])
        const [first] = broken
        if (first === undefined)
          return holds(
            paths[0] ?? ".",
            null,
            `${all.length > MOST_PARSED ? MOST_PARSED : "the"} sources parse`,
          )
        const files = [...new Set(broken.map(({ path }) => path))]
        return lacks(
          broken.map(({ path, line = null, message }) => ({ path, line, what: message })),
          {
            title: `Let ${first.path} parse`,
            description: `${files.length} sources do not parse: ${first.path}:${first.line ?? 1} ${first.message}`,
            file_hints: files.slice(0, 3),
            action: "modify",
          },
        )
      },
    },
    {
      looks_at: "a linter: " + namesOf("linter"),
      points: 20,
      judge: (repository) => tool(repository, "linter"),
    },
    {
      looks_at: "a formatter, beside those of Go and Rust that everybody has: " + namesOf("formatter"),
      points: 10,
      judge: (repository) => tool(repository, "formatter"),
    },
    {
      looks_at: "types that are checked: `strict` in tsconfig.json; " + namesOf("types"),
      points: 10,
      judge(repository) {
        const [part] = repository.parts
        return part?.ecosystem.name === "npm" ? strictTypes(repository) : tool(repository, "types")
      },
    },
    {
      looks_at:
        "configuration that its tool accepts (critic G10): package.json, tsconfig.json, ESLint, Prettier, Cargo, Dependabot",
      points: 10,
      async judge(repository) {
        const paths = repository.paths
          .filter((path) => CONFIGURATION.test(path) && !isAside(path))
          .slice(0, 100)
        const refused = await objectionsTo(repository, paths, ["G10"])
        const [first] = refused
        const [path] = paths
        if (path === undefined) return null
        if (first === undefined) return holds(path, null, "tools accept their configuration")
        return lacks(
          refused.map(({ path: file, line = null, message }) => ({ path: file, line, what: message })),
          {
            title: `Repair ${first.path}`,
            description: `Its tool refuses ${first.path}:${first.line ?? 1} ${first.message}`,
            file_hints: [...new Set(refused.map((one) => one.path))].slice(0, 3),
            action: "modify",
          },
        )
      },
    },
    {
      looks_at: `sources of at most ${LONG_FILE} lines, tables and generated ones left out`,
      points: 15,
      samples: true,
      judge: longFiles,
    },
    {
      looks_at: `functions of at most ${LONG_FUNCTION} lines of code, in the 100 largest sources that parse`,
      points: 15,
      samples: true,
      judge: longFunctions,
    },
  ],
})

const MOST_PARSED = 600

/** Traces of a tool for the main language: a file, a dependency, or its name in a manifest, a hook or CI. */
async function tool(repository: Repository, kind: Tool["kind"]) {
  const [part] = repository.parts
  if (part === undefined) return null
  const tools = TOOLS.filter((one) => one.ecosystem === part.ecosystem.name && one.kind === kind)
  if (tools.length === 0) return null
  for (const { name, file } of tools) {
    const path = file === undefined ? undefined : pathLike(repository, file)
    if (path !== undefined) return holds(path, null, `${name} is configured`)
  }
  const places = repository.paths.filter((path) => PLACES.test(path)).slice(0, 100)
  const manifests = partOf(repository, part.ecosystem.name)?.manifests ?? []
  for await (const { path, text } of repository.texts([...manifests.slice(0, 20), ...places])) {
    for (const { name, word } of tools) {
      const line = lineLike(text, word)
      if (line !== null) return holds(path, line, `${name} is used`)
    }
  }
  if (await inherits(repository)) return null
  const [first] = tools
  const hint = first?.create ?? manifests[0] ?? part.ecosystem.manifest
  const named = tools
    .slice(0, 3)
    .map(({ name }) => name)
    .join(", ")
  return lacks([{ path: hint, line: null, what: `there is no ${KINDS[kind]}` }], {
    title: `Set up a ${KINDS[kind]}`,
    description: `The ${part.ecosystem.title} here is looked after by no ${KINDS[kind]}, such as ${named}. Begin with its recommended rules.`,
    file_hints: [hint],
    action: repository.paths.includes(hint) ? "modify" : "create",
  })
}

const CONFIGURATION =
  /(?:^|\/)(?:package\.json|tsconfig[\w.-]{0,40}\.json|\.eslintrc(?:\.\w{2,5})?|\.prettierrc(?:\.\w{2,5})?|Cargo\.toml|\.github\/dependabot\.ya?ml)$/

const KINDS = { linter: "linter", formatter: "formatter", types: "type checker" } as const
const PLACES =
  /^(?:package\.json|pyproject\.toml|setup\.cfg|tox\.ini|noxfile\.py|Makefile|makefile|justfile|Taskfile\.ya?ml|\.pre-commit-config\.ya?ml|lefthook\.ya?ml|\.travis\.ya?ml|\.gitlab-ci\.ya?ml|\.circleci\/config\.yml|requirements[\w./-]{0,60}\.txt|Cargo\.toml|src\/(?:lib|main)\.rs)$|^\.github\/workflows\/[^/]{1,200}\.ya?ml$|^(?:scripts?|ci|tools|bin)\/[^/]{1,80}$|(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$|^buildSrc\/.{1,200}\.(?:gradle|kts)$/

function namesOf(kind: Tool["kind"]): string {
  return TOOLS.filter((one) => one.kind === kind)
    .map(({ name }) => name)
    .join(", ")
}

/** Whether a parent elsewhere may bring tools; then pom.xml alone does not show that they are missing. */
async function inherits(repository: Repository): Promise<boolean> {
  const [pom] = await manifestsOf(repository, "java")
  return pom !== undefined && pom.path.endsWith("pom.xml") && pom.text.includes("<parent>")
}
