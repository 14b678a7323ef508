import { existsSync } from "node:fs"
import { join, posix } from "node:path"
import { ofBundler, ofCargo, ofComposer, ofGo } from "./module_setup.ts"
import { ofPython } from "./python_setup.ts"
import { ofScript } from "./script_setup.ts"
import { HOME_OF_SETUP, IN_TREE, type Setup, type SetupPlace } from "./setup_place.ts"

/**
 * How to set a tree up, by the lockfiles and manifests in the folders from the tree to that of `path`, the tree
 * first. Scripts of packages do not run, because they are a stranger's code and the network is open; `--setup "npm
 * ci"` runs them. Empty when there is nothing to install.
 */
export function detectSetup(tree: string, path = ""): readonly Setup[] {
  const found: Setup[] = []
  for (const folder of foldersTo(path)) {
    const place: SetupPlace = { root: join(tree, folder), folder }
    for (const detect of detectors) {
      const setup = detect(place)
      if (setup !== null && !isMember(setup, place, found)) found.push(setup)
    }
  }
  return found
}

const detectors = [ofScript, ofPython, ofCargo, ofGo, ofBundler, ofComposer]

export function ownSetup(command: string): Setup {
  const env = { CARGO_HOME: `${HOME_OF_SETUP}/cargo`, GOMODCACHE: `${HOME_OF_SETUP}/go`, ...IN_TREE }
  return { command, folder: ".", manager: "own", env }
}

/** A package of a workspace is set up with the workspace, unless it has its own lockfile. */
function isMember({ manager }: Setup, { root }: SetupPlace, above: readonly Setup[]): boolean {
  const family = SCRIPT_MANAGERS.includes(manager) ? SCRIPT_MANAGERS : [manager]
  return (
    above.some((setup) => family.includes(setup.manager)) &&
    !LOCKFILES.some((name) => existsSync(join(root, name)))
  )
}

const SCRIPT_MANAGERS: ReadonlyArray<Setup["manager"]> = ["npm", "pnpm", "yarn", "bun"]

const LOCKFILES = [
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
  "bun.lockb",
  "uv.lock",
  "poetry.lock",
  "pdm.lock",
  "Pipfile.lock",
  "Cargo.lock",
  "go.sum",
  "Gemfile.lock",
  "composer.lock",
]

function foldersTo(path: string): readonly string[] {
  const folder = posix.dirname(posix.join(".", path))
  return folder === "." || folder.startsWith("..") ? ["."] : [...foldersTo(folder), folder]
}
