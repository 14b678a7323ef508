import { posix } from "node:path"
import { isRecord, readMember } from "@proofloop/foundation/text"
import { defineAnalyser } from "./analyser.ts"
import { faults, holds, lacks, lacksFile } from "./finding.ts"
import { keyLine, type ManifestFile, manifestsOf } from "./repository/manifest.ts"
import { objectionsTo } from "./repository/objections.ts"
import { lineLike, pathLike, type Repository } from "./repository/repository.ts"
import { deprecatedIn } from "./signs/deprecated.ts"

/**
 * Whether dependencies are declared, bounded, locked and kept up to date. Fails for a manifest that does not parse.
 * Uses no network, so it does not know the newest versions or advisories.
 */
export const dependencies = defineAnalyser({
  name: "dependencies",
  title: "Dependencies",
  weight: 2,
  nothing: "no manifest of a language that is read",
  checks: [
    {
      looks_at: "manifests that parse (critics G2 and G20)",
      points: 20,
      decisive: true,
      async judge(repository) {
        const paths = allManifests(repository).filter((path) => /\.(?:json|toml|cfg|py)$|Pipfile$/.test(path))
        if (paths.length === 0) return null
        const broken = await objectionsTo(repository, paths, ["G2", "G20"])
        const [first] = broken
        if (first === undefined) return holds(paths[0] ?? ".", null, "the manifests parse")
        return lacks(
          broken.map(({ path, line = null, message }) => ({ path, line, what: message })),
          {
            title: `Repair ${first.path}`,
            description: `${first.path}:${first.line ?? 1} ${first.message}`,
            file_hints: [first.path],
            action: "modify",
          },
        )
      },
    },
    {
      looks_at: "a manifest for each language that it is written in",
      points: 25,
      judge({ parts }) {
        const [part] = parts.filter(({ manifests }) => manifests.length === 0)
        if (parts.length === 0) return null
        const [first] = parts.flatMap(({ manifests }) => manifests)
        if (part === undefined) return holds(first ?? ".", null, "what it needs is declared")
        const { title, manifest } = part.ecosystem
        return lacksFile(
          manifest,
          `no manifest declares what the ${title} in it needs`,
          {
            title: `Declare what the ${title} needs`,
            description: `${part.sources.length} files of ${title}, such as ${part.sources[0] ?? "."}, and no ${manifest}.`,
          },
          // Scripts that need only the language need no manifest.
          part.ecosystem.name === "python" || part.ecosystem.name === "npm" ? 0.5 : 0,
        )
      },
    },
    {
      looks_at:
        "a lockfile, where one is usual: npm (unless it is ignored on purpose), go.sum, programs in Rust",
      points: 20,
      judge: lockfile,
    },
    {
      looks_at: "versions that are bounded: no `*`, `latest` or branch, no LATEST or RELEASE",
      points: 15,
      async judge(repository) {
        const places = await unbounded(repository)
        const manifests = allManifests(repository)
        if (manifests.length === 0) return null
        return faults(
          places,
          10 * manifests.length,
          { path: manifests[0] ?? ".", what: "versions are bounded" },
          {
            title: "Bound the versions of dependencies",
            description: `These take whatever is newest: ${places
              .slice(0, 5)
              .map(({ path, line, what }) => `${path}:${line ?? 1} ${what}`)
              .join("; ")}.`,
            file_hints: [...new Set(places.map(({ path }) => path))].slice(0, 3),
            action: "modify",
          },
        )
      },
    },
    {
      looks_at: "packages that their authors gave up, such as request, nose or dgrijalva/jwt-go",
      points: 10,
      async judge(repository) {
        const manifests = allManifests(repository)
        const places: { path: string; line: number; what: string }[] = []
        for await (const { path, text } of repository.texts(manifests.slice(0, 50)))
          places.push(...deprecatedIn(path, text))
        if (manifests.length === 0) return null
        return faults(
          places,
          10,
          { path: manifests[0] ?? ".", what: "no dependency is known to be given up" },
          {
            title: "Replace what is given up",
            description: places
              .map(({ path, line, what }) => `${path}:${line} ${what}`)
              .slice(0, 5)
              .join("; "),
            file_hints: [...new Set(places.map(({ path }) => path))].slice(0, 3),
            action: "modify",
          },
        )
      },
    },
    {
      looks_at: "Dependabot or Renovate, where it has dependencies",
      points: 10,
      async judge(repository) {
        const { declared_deps, stack = [] } = repository.fingerprint ?? {}
        if (declared_deps === undefined || Object.values(declared_deps).flat().length === 0) return null
        const path =
          pathLike(
            repository,
            /^\.github\/dependabot\.ya?ml$|(?:^|\/)\.?renovate(?:rc)?(?:\.json5?)?$|^\.gitlab\/renovate\.json$|^\.pyup\.yml$|^\.scala-steward\.conf$/,
          ) ?? (stack.includes("dependabot") ? ".github" : undefined)
        if (path !== undefined) return holds(path, null, "updates of dependencies are proposed")
        const [npm] = await manifestsOf(repository, "npm")
        if (readMember(npm?.data, "renovate") !== undefined) return null
        return lacksFile(".github/dependabot.yml", "nothing proposes updates of dependencies", {
          title: "Let updates of dependencies be proposed",
          description: `Add .github/dependabot.yml for ${repository.parts.map(({ ecosystem }) => ecosystem.title).join(" and ")}.`,
        })
      },
    },
  ],
})

function allManifests({ parts }: Repository): readonly string[] {
  return parts.flatMap(({ manifests }) => manifests).slice(0, 100)
}

async function lockfile(repository: Repository) {
  for (const { ecosystem, manifests } of repository.parts) {
    const [first] = manifests
    if (first === undefined) continue
    const lock = LOCKS[ecosystem.name]
    const found = lock === undefined ? undefined : pathLike(repository, lock)
    if (found !== undefined) return holds(found, null, "versions are locked")
    if (lock === undefined || !(await needsLock(repository, ecosystem.name, first))) continue
    const name = LOCK_NAMES[ecosystem.name]
    return lacksFile(
      posix.join(posix.dirname(first), name ?? "lockfile"),
      `there is no lockfile for ${first}`,
      {
        title: "Commit a lockfile",
        description: `Nothing locks the versions that ${first} allows: two installations may differ.`,
      },
    )
  }
  return null
}

const LOCK_NAMES: Readonly<Partial<Record<string, string>>> = {
  npm: "package-lock.json",
  go: "go.sum",
  rust: "Cargo.lock",
}

const LOCKS: Readonly<Partial<Record<string, RegExp>>> = {
  npm: /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock)$/,
  go: /(?:^|\/)go\.sum$/,
  rust: /(?:^|\/)Cargo\.lock$/,
}

async function needsLock(repository: Repository, ecosystem: string, manifest: string): Promise<boolean> {
  const text = (await repository.text(manifest)) ?? ""
  const ignored = (await repository.text(".gitignore")) ?? ""
  if (ecosystem === "go") return /^require\b/m.test(text)
  if (ecosystem === "rust") {
    return (
      !/Cargo\.lock/.test(ignored) &&
      /\[dependencies/.test(text) &&
      repository.paths.includes(posix.join(posix.dirname(manifest), "src/main.rs"))
    )
  }
  const npmrc = (await repository.text(".npmrc")) ?? ""
  const has_dependencies = /"(?:dependencies|devDependencies)"/.test(text)
  return has_dependencies && !/lock/.test(ignored) && !/package-lock\s{0,4}=\s{0,4}false/.test(npmrc)
}

async function unbounded(repository: Repository) {
  const places: { path: string; line: number | null; what: string }[] = []
  for (const file of await manifestsOf(repository, "npm")) places.push(...unboundedNpm(file))
  for (const { path, text } of await manifestsOf(repository, "rust")) {
    const line = lineLike(text, /^[\w-]{1,60}\s{0,8}=\s{0,8}(?:"\*"|\{.{0,100}version\s{0,4}=\s{0,4}"\*")/)
    if (line !== null) places.push({ path, line, what: "takes any version" })
  }
  for (const { path, text } of await manifestsOf(repository, "java")) {
    const line = lineLike(text, /<version>(?:LATEST|RELEASE)<|:(?:latest\.release|\+)["']/)
    if (line !== null) places.push({ path, line, what: "takes whatever version is the newest" })
  }
  return places
}

function unboundedNpm({ path, text, data }: ManifestFile) {
  return ["dependencies", "devDependencies", "optionalDependencies"].flatMap((key) => {
    const table = readMember(data, key)
    return Object.entries(isRecord(table) ? table : {}).flatMap(([name, range]) =>
      typeof range === "string" && UNBOUNDED.test(range.trim())
        ? [
            {
              path,
              line: keyLine(text, name),
              what: `takes ${name} at ${range.trim() === "" ? "any version" : range}`,
            },
          ]
        : [],
    )
  })
}

/** Any version, or a branch of a repository without a commit or a tag. */
const UNBOUNDED =
  /^(?:\*|latest|next|x|>=?\s{0,2}0(?:\.0){0,2}|)$|^(?:git\+|git:|github:|https?:\/\/.{1,200}\.git)[^#]{1,300}$|^[\w-]{1,60}\/[\w.-]{1,60}$/
