import { readFileSync } from "node:fs"
import { join } from "node:path"

export interface Setup {
  /** For `sh -c`. */
  readonly command: string
  /** Where it runs, relative to the tree; "." is the tree. */
  readonly folder: string
  /** The program that does the set-up; "own": the owner wrote the command. */
  readonly manager: "npm" | "pnpm" | "yarn" | "bun" | "uv" | "poetry" | "pip" | "cargo" | "go" | "own"
  /** Variables by which the command and later rooms find files outside the tree; `HOME_OF_SETUP` is their folder. */
  readonly env: Readonly<Record<string, string>>
}

/** Stands in `env` for a folder that outlives the room of the set-up. */
export const HOME_OF_SETUP = "{setup}"

export interface SetupPlace {
  /** Absolute. */
  readonly root: string
  /** Relative to the tree. */
  readonly folder: string
}

/** Settings for managers that would keep packages in the home folder, which goes with the room, or read git's tags. */
export const IN_TREE = {
  YARN_ENABLE_GLOBAL_CACHE: "false",
  POETRY_VIRTUALENVS_IN_PROJECT: "true",
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
