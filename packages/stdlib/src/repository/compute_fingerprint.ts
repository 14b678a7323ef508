import { createHash } from "node:crypto"
import { posix } from "node:path"
import type { RepositoryFacts } from "./facts.ts"
import type { Fingerprint } from "./fingerprint.ts"
import { frameworksIn } from "./frameworks.ts"
import { languagesOf } from "./languages.ts"
import { type Ecosystem, manifestKind, manifestPaths, manifestText } from "./manifests.ts"
import { EMPTY_MANIFEST, type Manifest } from "./manifests/manifest.ts"
import { loadToml, type ParseToml } from "./manifests/toml.ts"

type Readable = Pick<RepositoryFacts, "paths" | "read">

const MOST_DEPENDENCIES = 5000

/** What the manifests anywhere in a tree declare; an unreadable one declares nothing. @requirement critics.fingerprint */
export async function computeFingerprint(facts: Readable): Promise<Fingerprint> {
  const paths = await facts.paths()
  const found = manifestPaths(paths)
  const parseToml = found.some(needsToml) ? await loadToml() : () => null
  const manifests = await Promise.all(
    found.map(async (path) => ({ path, manifest: await readManifest(facts, path, parseToml) })),
  )
  const declared = (ecosystem: Ecosystem) =>
    distinct(
      manifests
        .filter(({ path }) => manifestKind(path)?.ecosystem === ecosystem)
        .flatMap(({ manifest }) => manifest.dependencies.map((name) => normalName(ecosystem, name))),
    )
  const declared_deps = {
    npm: declared("npm"),
    python: declared("python"),
    rust: declared("rust"),
    go: declared("go"),
    java: declared("java"),
  }
  return {
    languages: languagesOf(paths),
    stack: stackOf(paths),
    declared_deps,
    declared_frameworks: frameworksIn([
      ...Object.values(declared_deps).flat(),
      ...manifests.flatMap(({ manifest }) => manifest.names),
    ]),
    entrypoints: entrypointsOf(
      paths,
      manifests.flatMap(({ path, manifest }) =>
        manifest.entrypoints.map((entry) => posix.join(posix.dirname(path), entry)),
      ),
    ),
    manifest_files: found,
  }
}

/** The cache key of a fingerprint: SHA-256 over the names of the files and the contents of the manifests. */
export async function manifestDigest(facts: Readable): Promise<string> {
  const paths = await facts.paths()
  const hash = createHash("sha256").update(JSON.stringify(paths))
  for (const path of manifestPaths(paths)) {
    const bytes = (await facts.read(path)) ?? new Uint8Array()
    hash.update(`\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest("hex")
}

async function readManifest(facts: Readable, path: string, parseToml: ParseToml): Promise<Manifest> {
  const kind = manifestKind(path)
  const text = await manifestText(facts, path)
  if (kind === null || text === null) return EMPTY_MANIFEST
  return "read" in kind ? kind.read(text) : kind.readToml(parseToml(text))
}

function needsToml(path: string): boolean {
  const kind = manifestKind(path)
  return kind !== null && "readToml" in kind
}

/** Python names as in PEP 503; all others in lower case. */
function normalName(ecosystem: Ecosystem, name: string): string {
  const lower = name.trim().toLowerCase()
  return ecosystem === "python" ? lower.split(/[-_.]/).filter(Boolean).join("-") : lower
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
    .filter((name) => name !== "" && name.length <= 400)
    .sort()
    .slice(0, MOST_DEPENDENCIES)
}

const MOST_ENTRYPOINTS = 50

/** The files that start something: those a manifest names, and those with a customary name. */
function entrypointsOf(paths: readonly string[], named: readonly string[]): readonly string[] {
  const known = new Set(paths)
  const declared = named.map((path) => posix.normalize(path)).filter((path) => known.has(path))
  const byName = paths.filter((path) => CUSTOMARY.test(path))
  return [...new Set([...declared, ...byName])].sort().slice(0, MOST_ENTRYPOINTS)
}

const CUSTOMARY =
  /(?:^|\/)(?:src\/main\.rs|src\/bin\/[^/]{1,200}\.rs|cmd\/[^/]{1,200}\/main\.go|__main__\.py|manage\.py)$|^(?:main\.(?:go|py)|app\.py|(?:src\/)?(?:index|main)\.(?:ts|js|mjs|tsx|jsx))$/

/** The tools and platforms that file names reveal, in the order of the table. */
function stackOf(paths: readonly string[]): readonly string[] {
  return SIGNS.filter(([, sign]) => paths.some((path) => sign.test(path))).map(([name]) => name)
}

const SIGNS: ReadonlyArray<readonly [name: string, sign: RegExp]> = [
  ["docker", /(?:^|\/)(?:Dockerfile|Containerfile)(?:\.[\w.-]{1,64})?$|\.dockerfile$/i],
  ["docker-compose", /(?:^|\/)(?:docker-)?compose(?:\.[\w-]{1,64})?\.ya?ml$/],
  ["github-actions", /^\.github\/workflows\/[^/]{1,200}\.ya?ml$/],
  ["gitlab-ci", /^\.gitlab-ci\.ya?ml$/],
  ["circleci", /^\.circleci\/config\.ya?ml$/],
  ["azure-pipelines", /^azure-pipelines\.ya?ml$/],
  ["jenkins", /(?:^|\/)Jenkinsfile$/],
  ["dependabot", /^\.github\/dependabot\.ya?ml$/],
  ["renovate", /(?:^|\/)\.?renovate(?:rc)?(?:\.json5?)?$/],
  ["pre-commit", /^\.pre-commit-config\.ya?ml$/],
  ["terraform", /\.tf$/],
  ["helm", /(?:^|\/)Chart\.ya?ml$/],
  ["nix", /(?:^|\/)(?:flake|default|shell)\.nix$/],
  ["make", /(?:^|\/)(?:GNUm|M|m)akefile$/],
  ["cmake", /(?:^|\/)CMakeLists\.txt$/],
  ["bazel", /(?:^|\/)(?:MODULE\.bazel|WORKSPACE(?:\.bazel)?)$/],
  ["npm", /(?:^|\/)package-lock\.json$/],
  ["pnpm", /(?:^|\/)pnpm-(?:lock|workspace)\.yaml$/],
  ["yarn", /(?:^|\/)yarn\.lock$/],
  ["bun", /(?:^|\/)bun\.lockb?$/],
  ["deno", /(?:^|\/)deno\.(?:jsonc?|lock)$/],
  ["poetry", /(?:^|\/)poetry\.lock$/],
  ["uv", /(?:^|\/)uv\.lock$/],
  ["pipenv", /(?:^|\/)Pipfile$/],
  ["cargo", /(?:^|\/)Cargo\.toml$/],
  ["go-modules", /(?:^|\/)go\.mod$/],
  ["maven", /(?:^|\/)pom\.xml$/],
  ["gradle", /(?:^|\/)build\.gradle(?:\.kts)?$/],
  ["vercel", /(?:^|\/)vercel\.json$/],
  ["netlify", /(?:^|\/)netlify\.toml$/],
]
