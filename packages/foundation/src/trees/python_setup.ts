import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { findProgram } from "../sandbox/find_program.ts"
import { IN_TREE, MANAGERS, type Setup, type SetupPlace, textIn } from "./setup_place.ts"

/** The system's packages are visible as well, above all a test runner. */
const INSTALL = ".venv/bin/python -m pip install --quiet"
const VENV = `python3 -m venv --system-site-packages .venv && ${INSTALL}`

/** By a lockfile and the manager that wrote it, else with pip in a separate environment. */
export function ofPython(place: SetupPlace): Setup | null {
  const { root, folder } = place
  const setup = (manager: Setup["manager"], command: string): Setup => ({
    command,
    folder,
    manager,
    env: { ...IN_TREE, ...MANAGERS },
  })
  const locked = LOCKED.find(({ file }) => existsSync(join(root, file)))
  if (locked !== undefined) return setup(locked.manager, `${programOf(locked.manager)} ${locked.words}`)
  const lists = requirementLists(place).filter((name) => hasRequirement(textIn(place, name) ?? ""))
  // What its own program says of packages shows when it is asked.
  const has_program =
    existsSync(join(root, "setup.py")) || /^\[(?:metadata|options)\]/m.test(textIn(place, "setup.cfg") ?? "")
  const { is_package, needs_packages, extras, groups } = readProject(textIn(place, "pyproject.toml") ?? "")
  const project = `-e '.${extras.length > 0 ? `[${extras.join(",")}]` : ""}'`
  const read = lists.map((name) => `-r ${name}`)
  if (lists.length > 0 && !has_program) return setup("pip", `${VENV} ${read.join(" ")}`)
  const is_wanted = needs_packages || has_program || extras.length > 0
  if (!is_wanted && groups.length === 0) return null
  const asked = [...read, ...(is_wanted || is_package ? [project] : [])]
  if (groups.length === 0) return setup("pip", `${VENV} ${asked.join(" ")}`)
  const grouped = [...asked, ...groups.map((name) => `--group ${name}`)].join(" ")
  return setup("pip", `${VENV} --upgrade 'pip>=25.1' && ${INSTALL} ${grouped}`)
}

const LOCKED = [
  { file: "uv.lock", manager: "uv", words: "sync --frozen" },
  { file: "poetry.lock", manager: "poetry", words: "install --no-interaction" },
  { file: "pdm.lock", manager: "pdm", words: "install --frozen-lockfile" },
  { file: "Pipfile.lock", manager: "pipenv", words: "sync --dev" },
] as const

/** A manager that is not installed comes from the registry, beside the tree. Later rooms have it too. */
function programOf(name: string): string {
  if (findProgram(name) !== null) return name
  const folder = '"$PROOFLOOP_MANAGERS/tools"'
  return `python3 -m venv ${folder} && ${folder}/bin/python -m pip install --quiet ${name} && ${folder}/bin/${name}`
}

/** Lists such as "requirements.txt", "dev.requirements.txt" and "requirements/test.txt"; those of docs are not needed. */
function requirementLists({ root }: SetupPlace): readonly string[] {
  const names = [
    ...namesIn(root),
    ...namesIn(join(root, "requirements")).map((name) => `requirements/${name}`),
  ]
  return names.filter((name) => {
    const words = name.toLowerCase().split(/[./_-]/)
    const others = words.filter((word) => word !== "requirements" && word !== "txt")
    return (
      words.includes("requirements") && words.at(-1) === "txt" && others.every((word) => TESTING.has(word))
    )
  })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

/** Names of requirement lists that the tests of a project need. */
const TESTING = new Set(["dev", "test", "tests", "testing"])

interface Project {
  /** Says how the package is built; without it, only lists may be left to install. */
  readonly is_package: boolean
  readonly needs_packages: boolean
  /** Lists that an installation may ask for. */
  readonly extras: readonly string[]
  /** Dependency groups lie outside the package (https://peps.python.org/pep-0735/); pip reads them from 25.1 on. */
  readonly groups: readonly string[]
}

/** What the lines of a pyproject.toml show of packages. */
function readProject(text: string): Project {
  const extras = new Set<string>()
  const groups = new Set<string>()
  let [is_package, needs_packages] = [false, false]
  let table = ""
  for (const given of text.split("\n")) {
    const line = given.trim()
    table = /^\[([\w.-]{1,64})\]/.exec(line)?.[1] ?? table
    if (table === "build-system") is_package = true
    if (table === "tool.poetry.dependencies" && /^(?!python\b)["']?[\w.-]{1,64}["']?\s{0,16}=/.test(line))
      needs_packages = true
    const key = /^["']?([\w.-]{1,64})["']?\s{0,16}=\s{0,16}\[/.exec(line)?.[1]
    if (key === undefined) continue
    const name = `${table}.${key}`
    const list = name.slice(name.lastIndexOf(".") + 1)
    if (name === "project.dependencies") needs_packages ||= !/=\s{0,16}\[\s{0,16}\]/.test(line)
    if (name === `project.optional-dependencies.${list}`) {
      needs_packages = true
      if (TESTING.has(list)) extras.add(list)
    }
    if (name === `dependency-groups.${list}` && TESTING.has(list)) groups.add(list)
  }
  return { is_package, needs_packages, extras: [...extras], groups: [...groups] }
}

function hasRequirement(text: string): boolean {
  return text.split("\n").some((line) => /^[\w.-]/.test(line.trim()))
}
