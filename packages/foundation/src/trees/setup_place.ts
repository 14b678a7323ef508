import { readFileSync } from "node:fs"
import { join } from "node:path"

export interface Setup {
  /** For `sh -c`. */
  readonly command: string
  /** Where it runs, relative to the tree; "." is the tree. */
  readonly folder: string
  /** The program that does the set-up; "own": the owner wrote the command. */
  readonly manager:
    | "npm"
    | "pnpm"
    | "yarn"
    | "bun"
    | "uv"
    | "poetry"
    | "pdm"
    | "pipenv"
    | "pip"
    | "cargo"
    | "go"
    | "bundler"
    | "composer"
    | "own"
  /** Variables by which the command and later rooms find files outside the tree; `HOME_OF_SETUP` is their folder. */
  readonly env: Readonly<Record<string, string>>
}

/** Stands in `env` for a folder that outlives the room of the set-up. */
export const HOME_OF_SETUP = "{setup}"

export const MANAGERS = { PROOFLOOP_MANAGERS: HOME_OF_SETUP }

/** Below what a set-up left outside the tree: folders of programs that scripts of the project call. */
export const NODE_PROGRAMS = "node_modules/.bin"
export const PYTHON_PROGRAMS = "tools/bin"

export interface SetupPlace {
  /** Absolute. */
  readonly root: string
  /** Relative to the tree. */
  readonly folder: string
}

/** For managers that would keep packages in the home folder, which goes with the room, read git's tags, or bring another version of themselves. */
export const IN_TREE = {
  YARN_ENABLE_GLOBAL_CACHE: "false",
  POETRY_VIRTUALENVS_IN_PROJECT: "true",
  PIPENV_VENV_IN_PROJECT: "1",
  npm_config_manage_package_manager_versions: "false",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  SETUPTOOLS_SCM_PRETEND_VERSION: "0.0.0",
  PBR_VERSION: "0.0.0",
}

/** null: the file is missing. */
export function textIn({ root }: SetupPlace, name: string): string | null {
  try {
    return readFileSync(join(root, name), "utf8")
  } catch {
    return null
  }
}
