import { existsSync } from "node:fs"
import { join } from "node:path"
import { HOME_OF_SETUP, type Setup, type SetupPlace, textIn } from "./setup_place.ts"

/** Crates from elsewhere are fetched, once for all trees. */
export function ofCargo(place: SetupPlace): Setup | null {
  const lockfile = textIn(place, "Cargo.lock")
  const manifest = textIn(place, "Cargo.toml")
  if (manifest === null) return null
  const needs =
    lockfile === null
      ? /^\[(?:[\w.-]{1,99}\.)?(?:dev-|build-)?dependencies[\].]\s{0,99}[\w"-]/m.test(manifest)
      : lockfile.includes("\nsource = ")
  if (!needs) return null
  const command = lockfile === null ? "cargo fetch" : "cargo fetch --locked"
  return { command, folder: place.folder, manager: "cargo", env: { CARGO_HOME: `${HOME_OF_SETUP}/cargo` } }
}

/** Modules are fetched, unless the tree has them in `vendor`. */
export function ofGo(place: SetupPlace): Setup | null {
  const { root } = place
  if (!/^require\b/m.test(textIn(place, "go.mod") ?? "") || existsSync(join(root, "vendor/modules.txt")))
    return null
  const env = { GOMODCACHE: `${HOME_OF_SETUP}/go`, GOFLAGS: "-modcacherw" }
  return { command: "go mod download", folder: place.folder, manager: "go", env }
}

/** Gems lie beside the tree, as the home folder of a room goes with it. */
export function ofBundler(place: SetupPlace): Setup | null {
  if (textIn(place, "Gemfile") === null) return null
  const env = { BUNDLE_PATH: `${HOME_OF_SETUP}/gems`, BUNDLE_QUIET: "true" }
  return { command: "bundle install", folder: place.folder, manager: "bundler", env }
}

/** Packages of PHP, without the scripts and plugins that they bring. */
export function ofComposer(place: SetupPlace): Setup | null {
  if (!/"require(?:-dev)?"\s{0,20}:\s{0,20}\{\s{0,200}"/.test(textIn(place, "composer.json") ?? ""))
    return null
  const command = "composer install --no-interaction --no-progress --no-scripts --no-plugins"
  return { command, folder: place.folder, manager: "composer", env: {} }
}
