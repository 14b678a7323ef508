import { existsSync } from "node:fs"
import { join } from "node:path"
import { findProgram } from "../sandbox/find_program.ts"
import { IN_TREE, type Setup, type SetupPlace, textIn } from "./setup_place.ts"

/** What the system has, a test runner above all, is there as well. */
const VENV = "python3 -m venv --system-site-packages .venv && .venv/bin/python -m pip install --quiet"

/** By the lockfile of uv or poetry, else with pip in an environment of its own. */
export function ofPython(place: SetupPlace): Setup | null {
  const { root, folder } = place
  const setup = (manager: Setup["manager"], command: string): Setup => ({
    command,
    folder,
    manager,
    env: IN_TREE,
  })
  if (existsSync(join(root, "uv.lock")) && findProgram("uv") !== null) return setup("uv", "uv sync --frozen")
  if (existsSync(join(root, "poetry.lock")) && findProgram("poetry") !== null) {
    return setup("poetry", "poetry install --no-interaction")
  }
  const lists = REQUIREMENTS.filter((name) => hasRequirement(textIn(place, name) ?? ""))
  if (lists.length > 0) return setup("pip", `${VENV} ${lists.map((name) => `-r ${name}`).join(" ")}`)
  const project = textIn(place, "pyproject.toml") ?? ""
  if (!NEEDS_PACKAGES.test(project)) return null
  const extras = EXTRAS.filter(([, pattern]) => pattern.test(project)).map(([name]) => name)
  return setup("pip", `${VENV} -e '.${extras.length > 0 ? `[${extras.join(",")}]` : ""}'`)
}

const REQUIREMENTS = [
  "requirements.txt",
  "requirements-dev.txt",
  "dev-requirements.txt",
  "requirements-test.txt",
  "test-requirements.txt",
  "requirements/dev.txt",
  "requirements/test.txt",
]
const NEEDS_PACKAGES = /^(?:dependencies\s{0,9}=\s{0,9}\[\s{0,99}["']|\[project\.optional-dependencies\])/m
const EXTRAS = [
  ["dev", /^dev\s{0,9}=\s{0,9}\[/m],
  ["test", /^test\s{0,9}=\s{0,9}\[/m],
  ["tests", /^tests\s{0,9}=\s{0,9}\[/m],
  ["testing", /^testing\s{0,9}=\s{0,9}\[/m],
] as const

function hasRequirement(text: string): boolean {
  return text.split("\n").some((line) => /^[\w.-]/.test(line.trim()))
}
