import { posix } from "node:path"
import { readMember } from "@proofloop/foundation/text"
import { detectBuildErrors } from "@proofloop/stdlib/critics"
import { defineAnalyser } from "./analyser.ts"
import { holds, lacks, lacksFile } from "./finding.ts"
import { keyLine, type ManifestFile, manifestsOf } from "./repository/manifest.ts"
import { lineLike, pathLike, type Repository } from "./repository/repository.ts"

const TIMEOUT_MS = 300_000

/**
 * Whether it builds, and with what. Fails only when the repository was built and does not compile; a planner then
 * lets no subtask touch a manifest. Otherwise the configuration is judged, and at worst it warns.
 */
export const build = defineAnalyser({
  name: "build",
  title: "Build",
  weight: 2,
  floor: 0.5,
  nothing: "no code in a language that is read",
  checks: [
    {
      looks_at: "what its own compiler says: go build, cargo check, tsc, mvn or gradle, run in a room",
      points: 60,
      decisive: true,
      async judge({ facts, runner, signal }) {
        if (runner === undefined || facts.root === null) return null
        const errors = await detectBuildErrors(facts.root, { runner, signal, timeout_ms: TIMEOUT_MS })
        if (errors === null) return null
        const places = [...errors].map((error) => {
          const [rule = "", path = ".", message = ""] = error.split("\0")
          return { path, line: null, what: `does not compile: ${rule} ${message}` }
        })
        const [first] = places
        return first === undefined
          ? holds(".", null, "it compiles")
          : lacks(places, {
              title: "Let it compile again",
              description: `${first.path} ${first.what}`,
              file_hints: [...new Set(places.map(({ path }) => path))]
                .filter((path) => path !== ".")
                .slice(0, 3),
              action: "modify",
            })
      },
    },
    {
      looks_at:
        "a way to build: a build script for TypeScript, a build system for Python, go.mod, Cargo.toml, Maven or Gradle",
      points: 40,
      async judge(repository) {
        const [part] = repository.parts
        if (part === undefined) return null
        const files = await manifestsOf(repository, part.ecosystem.name)
        if (part.ecosystem.name === "npm") return scriptBuild(repository, files)
        if (part.ecosystem.name === "python") return pythonBuild(files)
        const [first] = files
        return first === undefined
          ? lacksFile(part.ecosystem.manifest, `there is no ${part.ecosystem.manifest}`, {
              title: `Add ${part.ecosystem.manifest}`,
              description: `There are sources of ${part.ecosystem.title} and nothing that says how they are built.`,
            })
          : holds(first.path, null, `${first.path} says how it is built`)
      },
    },
    {
      looks_at:
        "the version of the toolchain: engines, requires-python, go, rust-version or edition, the release of Java",
      points: 30,
      async judge(repository) {
        const [part] = repository.parts
        if (part === undefined) return null
        const file = pathLike(repository, VERSION_FILES[part.ecosystem.name])
        if (file !== undefined) return holds(file, null, "the toolchain's version is pinned")
        const files = await manifestsOf(repository, part.ecosystem.name)
        for (const { path, text } of files) {
          const line = lineLike(text, VERSION_LINES[part.ecosystem.name])
          if (line !== null) return holds(path, line, "the manifest says which toolchain it needs")
        }
        const [first] = files
        if (first === undefined) return null
        return lacks(
          [{ path: first.path, line: null, what: "nothing says which version of the toolchain it needs" }],
          {
            title: "Say which toolchain it needs",
            description: `${first.path} says nothing of the version: add ${VERSION_NAMES[part.ecosystem.name]}.`,
            file_hints: [first.path],
            action: "modify",
          },
        )
      },
    },
    {
      looks_at: "files that package.json names as main, bin or types, unless a build makes them",
      points: 20,
      async judge(repository) {
        const [first] = await manifestsOf(repository, "npm")
        if (first === undefined || first.data === null) return null
        const named = ["main", "module", "types", "typings"].flatMap((key) =>
          textOf(readMember(first.data, key)),
        )
        const bin = readMember(first.data, "bin")
        const bins =
          typeof bin === "object" && bin !== null ? Object.values(bin).flatMap(textOf) : textOf(bin)
        const all = [...named, ...bins]
        if (all.length === 0 || hasBuildStep(first)) return null
        const missing: string[] = []
        for (const path of all) if (!(await isThere(repository, first.path, path))) missing.push(path)
        const places = missing.map((path) => ({
          path: first.path,
          line: lineLike(first.text, /"(?:main|module|types|typings|bin)"/),
          what: `names ${path}, which is not there and which no script makes`,
        }))
        return places.length === 0
          ? holds(first.path, keyLine(first.text, "main"), "what package.json names is there")
          : lacks(places, {
              title: "Repair the entry points of package.json",
              description: `${first.path} names ${missing.join(", ")}: no such file.`,
              file_hints: [first.path],
              action: "modify",
            })
      },
    },
  ],
})

function scriptBuild(repository: Repository, files: readonly ManifestFile[]) {
  const typed = repository.sources.filter((path) => /\.[cm]?tsx?$/.test(path))
  const [first] = files
  if (first === undefined) {
    return lacksFile("package.json", "there is no package.json", {
      title: "Add package.json",
      description:
        "There are sources of JavaScript and no package.json: name the package, its entry and its scripts.",
    })
  }
  // JavaScript runs without a build, and a framework brings its own.
  if (typed.length < repository.sources.length / 2)
    return holds(first.path, null, "JavaScript needs no build")
  const builder = files.find(hasBuildStep)
  if (builder !== undefined)
    return holds(builder.path, keyLine(builder.text, "scripts"), "a script builds it")
  return lacks(
    [{ path: first.path, line: keyLine(first.text, "scripts"), what: "no script compiles the TypeScript" }],
    {
      title: "Add a build script",
      description: `${first.path} has no script that compiles or checks the TypeScript: add "build".`,
      file_hints: [first.path],
      action: "modify",
    },
  )
}

/** A script that builds or checks types; or sources that Node.js or a bundler reads directly. */
function hasBuildStep({ text, data }: ManifestFile): boolean {
  const scripts = readMember(data, "scripts")
  const lines = typeof scripts === "object" && scripts !== null ? Object.entries(scripts) : []
  return (
    lines.some(([name, line]) => BUILDS.test(name) || (typeof line === "string" && BUILDERS.test(line))) ||
    /"(?:wireit|nx|turbo|pkgroll|tshy)"/.test(text)
  )
}

const BUILDS =
  /^(?:build|compile|prepare|prepack|prepublish(?:Only)?|dist|bundle|tsc|typecheck|type-check|types|generate)\b/
const BUILDERS =
  /\b(?:tsc|tsup|rollup|webpack|vite|esbuild|unbuild|microbundle|parcel|swc|babel|obuild|tsdown|bun build|nx|turbo|rspack|ng build|next build|gulp|grunt|make)\b/

function pythonBuild(files: readonly ManifestFile[]) {
  for (const { path, text } of files) {
    const line = lineLike(
      text,
      /^\[build-system\]|^\s{0,20}(?:setuptools\.)?setup\(|^\[tool\.poetry\]|^\[project\]/,
    )
    if (line !== null) return holds(path, line, `${path} says how it is built`)
  }
  return lacksFile("pyproject.toml", "nothing says how it is built or installed", {
    title: "Add pyproject.toml",
    description:
      "There is no pyproject.toml and no setup.py: declare name, version, required Python and dependencies.",
  })
}

const VERSION_FILES = {
  npm: /^(?:\.nvmrc|\.node-version|\.tool-versions|mise\.toml|\.mise\.toml)$/,
  python: /^(?:\.python-version|\.tool-versions|runtime\.txt|mise\.toml)$/,
  go: /^(?:\.go-version|\.tool-versions)$/,
  rust: /^(?:rust-toolchain(?:\.toml)?|\.tool-versions)$/,
  java: /^(?:\.java-version|\.sdkmanrc|\.tool-versions|\.bazelrc)$/,
}

const VERSION_LINES = {
  npm: /"(?:engines|devEngines|packageManager|volta)"\s{0,4}:/,
  python: /requires-python|python_requires|^python\s{0,4}=|Programming Language :: Python :: 3\./,
  go: /^go \d/,
  rust: /^\s{0,8}(?:rust-version|edition)\b/,
  java: /maven\.compiler\.|<(?:release|source|target|java\.version|jdk\.version|javaVersion|java\.source)>|sourceCompatibility|languageVersion|jvmToolchain|options\.release|java-conventions|<parent>/,
}

const VERSION_NAMES = {
  npm: "`engines`",
  python: "`requires-python`",
  go: "a `go` line",
  rust: "`edition` and `rust-version`",
  java: "`maven.compiler.release` or a toolchain",
}

function textOf(value: unknown): readonly string[] {
  return typeof value === "string" && value !== "" ? [value] : []
}

async function isThere({ facts }: Repository, manifest: string, path: string): Promise<boolean> {
  const place = posix.join(posix.dirname(manifest), path)
  if (place.startsWith("..")) return true
  for (const spelling of [
    place,
    `${place}.js`,
    `${place}.cjs`,
    `${place}.mjs`,
    `${place}.json`,
    `${place}.node`,
    posix.join(place, "index.js"),
  ]) {
    if (await facts.exists(spelling)) return true
  }
  return false
}
