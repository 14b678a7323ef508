import { posix } from "node:path"
import { isTestPath } from "../text/test_path.ts"
import { isBuildManifest } from "./manifests.ts"

/**
 * Whether a file of a repository decides what a check means: a test or what tests are compared with, a manifest or a build
 * file, the configuration of a runner, compiler or linter, a file of the environment, a shim that a command may resolve to, or a
 * module in the place of a runner.
 */
export function isCheckPath(path: string): boolean {
  const name = posix.basename(path)
  return (
    isTestPath(path) ||
    isBuildManifest(path) ||
    NAMES.has(name) ||
    PATTERNS.some((pattern) => pattern.test(path)) ||
    SHADOWS.has(path.split("/", 1)[0] ?? "")
  )
}

/** Folders of programs that commands resolve to, relative to a root. */
export const PROGRAM_FOLDERS: readonly string[] = [
  "node_modules/.bin",
  "vendor/bin",
  ".venv/bin",
  "venv/bin",
  "bin",
]

const NAMES = new Set(
  [
    "Makefile makefile GNUmakefile justfile Justfile Taskfile.yml Taskfile.yaml Rakefile Gemfile.lock CMakeLists.txt",
    "tox.ini pytest.ini .pytest.ini noxfile.py conftest.py .coveragerc mypy.ini .mypy.ini ruff.toml .ruff.toml .flake8 .pylintrc",
    "sitecustomize.py usercustomize.py uv.toml hatch.toml Pipfile",
    "phpunit.xml phpunit.xml.dist .rspec rust-toolchain rust-toolchain.toml clippy.toml nextest.toml build.rs go.work",
    ".npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs pnpm-workspace.yaml bunfig.toml deno.json deno.jsonc turbo.json nx.json",
    ".node-version .nvmrc .tool-versions .python-version .envrc mise.toml .mise.toml settings.gradle settings.gradle.kts",
    "gradle.properties gradlew mvnw Directory.Build.props Directory.Build.targets global.json",
  ].flatMap((line) => line.split(" ")),
)

const PATTERNS: readonly RegExp[] = [
  // vitest.config.ts, .mocharc.json, tsconfig.build.json, .env.test, requirements-test.txt
  /(?:^|\/)[\w.-]{1,100}\.config\.[cm]?[jt]s(?:on)?$/,
  /(?:^|\/)\.(?:mocha|babel|eslint|nyc|swc|c8|jest|ava|tap|taprc|stylelint|prettier)rc(?:\.[cm]?[a-z]{1,5})?$/,
  /(?:^|\/)(?:tsconfig|jsconfig)[\w.-]{0,100}\.json$/,
  /(?:^|\/)\.env(?:\.[\w.-]{1,100})?$/,
  /(?:^|\/)requirements[\w.-]{0,100}\.txt$/,
  /(?:^|\/)\.cargo\/config(?:\.toml)?$/,
  /(?:^|\/)\.config\/nextest\.toml$/,
  /(?:^|\/)\.golangci\.(?:ya?ml|toml|json)$/,
  /(?:^|\/)__snapshots__\/|\.snap$/,
  /\.(?:pth|csproj|fsproj|sln)$/,
  /(?:^|\/)(?:node_modules\/\.bin|vendor\/bin|\.?venv\/bin)\//,
]

/** Modules in the root that a runner would be taken from. */
const SHADOWS = new Set(
  "pytest.py pytest _pytest unittest.py unittest pluggy.py pluggy coverage.py nose doctest.py runpy.py".split(
    " ",
  ),
)
