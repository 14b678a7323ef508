import { describe, expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { findProgram } from "../sandbox/find_program.ts"
import { detectSetup } from "./setup.ts"

/** A manager from the registry, beside the tree. */
const brought = (published: string, name: string, otherwise?: string) => {
  const bring = (one: string) =>
    `npm install --prefix "$PROOFLOOP_MANAGERS" --engine-strict --ignore-scripts --no-audit --no-fund ${one}`
  const all = otherwise === undefined ? bring(published) : `{ ${bring(published)} || ${bring(otherwise)}; }`
  return `${all} && "$PROOFLOOP_MANAGERS/node_modules/.bin/${name}"`
}

const NEEDY = JSON.stringify({ dependencies: { a: "1.0.0" } })

const commandsFor = async (files: Readonly<Record<string, string>>, path?: string) =>
  detectSetup(await folderWith(files), path).map(({ folder, command }) => `${folder}: ${command}`)

describe("the set-up of a tree", () => {
  it.each([
    [
      "npm",
      { "package.json": "{}", "package-lock.json": "{}" },
      "npm ci --ignore-scripts --no-audit --no-fund",
    ],
    [
      "npm without a lockfile",
      { "package.json": NEEDY },
      "npm install --no-package-lock --ignore-scripts --no-audit --no-fund",
    ],
    [
      "npm workspaces",
      { "package.json": JSON.stringify({ workspaces: ["packages/*"] }) },
      "npm install --no-package-lock --ignore-scripts --no-audit --no-fund",
    ],
    [
      "crates",
      { "Cargo.toml": "[package]\n", "Cargo.lock": '[[package]]\nsource = "registry"\n' },
      "cargo fetch --locked",
    ],
    ["crates without a lockfile", { "Cargo.toml": '[dependencies]\nitoa = "1"\n' }, "cargo fetch"],
    ["gems", { Gemfile: "gem 'rake'\n" }, "bundle install"],
    [
      "packages of PHP",
      { "composer.json": '{ "require": { "a/b": "1" } }' },
      "composer install --no-interaction --no-progress --no-scripts --no-plugins",
    ],
    [
      "a project of poetry without its lockfile",
      { "pyproject.toml": '[tool.poetry.dependencies]\npython = "^3.9"\nsix = "^1"\n[build-system]\n' },
      "python3 -m venv --system-site-packages .venv && .venv/bin/python -m pip install --quiet -e '.'",
    ],
    ["modules of Go", { "go.mod": "module a\n\nrequire b v1.0.0\n" }, "go mod download"],
    [
      "a package of Python by its own program, with lists of any name",
      { "setup.py": "", "dev.requirements.txt": "pytest\n", "docs-requirements.txt": "sphinx\n" },
      "python3 -m venv --system-site-packages .venv && .venv/bin/python -m pip install --quiet -r dev.requirements.txt -e '.'",
    ],
    [
      "a package of Python by setup.cfg",
      { "setup.cfg": "[metadata]\nname = a\n", "pyproject.toml": "[build-system]\nrequires = []\n" },
      "python3 -m venv --system-site-packages .venv && .venv/bin/python -m pip install --quiet -e '.'",
    ],
    [
      "requirements of Python",
      { "requirements.txt": "six\n", "requirements-dev.txt": "# none\n" },
      "python3 -m venv --system-site-packages .venv && .venv/bin/python -m pip install --quiet -r requirements.txt",
    ],
    [
      "a project of Python with extras",
      {
        "pyproject.toml":
          '[project]\ndependencies = ["six"]\n[project.optional-dependencies]\ntest = ["pytest"]\n',
      },
      "python3 -m venv --system-site-packages .venv && .venv/bin/python -m pip install --quiet -e '.[test]'",
    ],
    [
      "a project of Python with extras in its own table",
      { "pyproject.toml": '[project]\noptional-dependencies.tests = [\n  "pytest",\n]\nurls.Source = "x"\n' },
      "python3 -m venv --system-site-packages .venv && .venv/bin/python -m pip install --quiet -e '.[tests]'",
    ],
    [
      "a project of Python with groups",
      {
        "pyproject.toml":
          '[project]\nname = "a"\n[dependency-groups]\ndev = [{ include-group = "test" }]\ndocs = ["x"]\n"test" = ["pytest"]\n',
      },
      "python3 -m venv --system-site-packages .venv && .venv/bin/python -m pip install --quiet --upgrade 'pip>=25.1' && .venv/bin/python -m pip install --quiet --group dev --group test",
    ],
  ])("with %s", async (_name, files, command) => {
    expect(await commandsFor(files)).toEqual([`.: ${command}`])
  })

  it.skipIf(findProgram("pnpm") !== null)(
    "brings pnpm in a version that reads the lockfile (pnpm is absent)",
    async () => {
      const files = { "package.json": "{}", "pnpm-lock.yaml": "lockfileVersion: '6.0'\n" }
      expect(await commandsFor(files)).toEqual([
        `.: ${brought("pnpm@8", "pnpm")} install --frozen-lockfile --ignore-scripts`,
      ])
      const named = { ...files, "package.json": '{ "packageManager": "pnpm@9.1.0+sha512.abc" }' }
      expect(await commandsFor(named)).toEqual([
        `.: ${brought("pnpm@9.1.0", "pnpm", "pnpm@8")} install --frozen-lockfile --ignore-scripts`,
      ])
    },
  )

  it.each(["uv", "poetry", "pdm"])("brings %s where it is absent", async (name) => {
    const [command] = await commandsFor({ "pyproject.toml": "", [`${name}.lock`]: "" })
    const brought_first = `python3 -m venv "$PROOFLOOP_MANAGERS/tools" && "$PROOFLOOP_MANAGERS/tools"/bin/python -m pip install --quiet ${name} && "$PROOFLOOP_MANAGERS/tools"/bin/${name} `
    expect(command?.replace(brought_first, `${name} `)).toMatch(
      new RegExp(`^\\.: ${name} (?:sync|install) --`),
    )
  })

  it.skipIf(findProgram("yarn") !== null)("tells both kinds of yarn apart (yarn is absent)", async () => {
    const yarn = (lockfile: string) => commandsFor({ "package.json": "{}", "yarn.lock": lockfile })
    expect(await yarn("# yarn lockfile v1\n")).toEqual([
      `.: ${brought("yarn@1", "yarn")} install --frozen-lockfile --ignore-scripts --non-interactive`,
    ])
    expect(await yarn("__metadata:\n  version: 8\n")).toEqual([
      `.: ${brought("@yarnpkg/cli-dist@latest", "yarn")} install --immutable --mode=skip-build`,
    ])
  })

  it.each([
    ["an empty folder", {}],
    ["no packages", { "package.json": '{ "dependencies": {} }' }],
    ["no JSON", { "package.json": "{" }],
    ["a lockfile alone", { "package-lock.json": "{}" }],
    ["own crates", { "Cargo.toml": "[package]\n", "Cargo.lock": '[[package]]\nname = "a"\n' }],
    ["vendored modules", { "go.mod": "require b v1.0.0\n", "vendor/modules.txt": "" }],
    ["a project of Python that needs nothing", { "pyproject.toml": "[project]\ndependencies = []\n" }],
    ["a project of Python with other lists", { "pyproject.toml": '[tool.ruff]\ntest = ["x"]\n' }],
    ["settings of tools of Python", { "setup.cfg": "[flake8]\nmax-line-length = 100\n" }],
    ["requirements that are comments", { "requirements.txt": "# six\n" }],
  ])("is none with %s", async (_name, files) => {
    expect(await commandsFor(files)).toEqual([])
  })

  it("of Python asks no git for the version of the project, which its rooms hide", async () => {
    const [setup] = detectSetup(await folderWith({ "requirements.txt": "six\n" }))
    expect(setup?.env).toMatchObject({ SETUPTOOLS_SCM_PRETEND_VERSION: "0.0.0", PBR_VERSION: "0.0.0" })
  })

  it("follows a path down, and takes packages of a workspace to be set up with it", async () => {
    const files = {
      "package.json": JSON.stringify({ workspaces: ["packages/*"] }),
      "package-lock.json": "{}",
      "packages/a/package.json": NEEDY,
      "site/package.json": NEEDY,
      "site/package-lock.json": "{}",
    }
    const ci = "npm ci --ignore-scripts --no-audit --no-fund"
    expect(await commandsFor(files, "packages/a/a.test.js")).toEqual([`.: ${ci}`])
    expect(await commandsFor(files, "site/src/a.test.js")).toEqual([`.: ${ci}`, `site: ${ci}`])
    expect(await commandsFor(files, "../outside.js")).toEqual([`.: ${ci}`])
  })
})
