import { existsSync } from "node:fs"
import { join } from "node:path"
import { findProgram } from "../sandbox/find_program.ts"
import { isRecord } from "../text/is_record.ts"
import { parsedJson } from "../text/json.ts"
import { IN_TREE, MANAGERS, NODE_PROGRAMS, type Setup, type SetupPlace, textIn } from "./setup_place.ts"

/** By the lockfile of npm, pnpm, yarn or bun; null when the manifest needs no package. */
export function ofScript(place: SetupPlace): Setup | null {
  const { root, folder } = place
  const manifest = jsonIn(place, "package.json")
  if (manifest === null) return null
  const has = (name: string): boolean => existsSync(join(root, name))
  const setup = (manager: Setup["manager"], command: string): Setup => ({
    command,
    folder,
    manager,
    env: { ...IN_TREE, ...MANAGERS },
  })
  if (has("pnpm-lock.yaml")) {
    const fitting = pnpmOf(textIn(place, "pnpm-lock.yaml") ?? "")
    return setup(
      "pnpm",
      `${programOf("pnpm", manifest, "pnpm", fitting)} install --frozen-lockfile --ignore-scripts`,
    )
  }
  if (has("yarn.lock")) return setup("yarn", yarnCommand(textIn(place, "yarn.lock") ?? "", manifest))
  if (has("bun.lock") || has("bun.lockb")) {
    return setup("bun", `${programOf("bun", manifest)} install --frozen-lockfile --ignore-scripts`)
  }
  const quiet = "--ignore-scripts --no-audit --no-fund"
  if (has("package-lock.json") || has("npm-shrinkwrap.json")) return setup("npm", `npm ci ${quiet}`)
  const needs = ["dependencies", "devDependencies", "workspaces"].some((name) => {
    const value = manifest[name]
    return isRecord(value) ? Object.keys(value).length > 0 : Array.isArray(value)
  })
  return needs ? setup("npm", `npm install --no-package-lock ${quiet}`) : null
}

/** The newest pnpm that reads a lockfile as it is. */
function pnpmOf(lockfile: string): string {
  const version = /^lockfileVersion: '?(\d)/m.exec(lockfile)?.[1]
  return version === "5" ? "7" : version === "6" ? "8" : "10"
}

function yarnCommand(lockfile: string, manifest: Readonly<Record<string, unknown>>): string {
  return /^__metadata:/m.test(lockfile)
    ? `${programOf("yarn", manifest, "@yarnpkg/cli-dist")} install --immutable --mode=skip-build`
    : `${programOf("yarn", manifest, "yarn", "1")} install --frozen-lockfile --ignore-scripts --non-interactive`
}

/**
 * A manager that is not installed comes from the registry, in the version of the manifest, or in a usual one where that does not
 * run on this Node. Later rooms have it too.
 */
function programOf(
  name: string,
  { packageManager }: Readonly<Record<string, unknown>>,
  published = name,
  otherwise = "latest",
): string {
  if (findProgram(name) !== null) return name
  const asked = typeof packageManager === "string" ? packageManager : ""
  const version = asked.startsWith(`${name}@`)
    ? /^[\w.-]{1,100}/.exec(asked.slice(name.length + 1))?.[0]
    : undefined
  const bring = (wanted: string): string =>
    `npm install --prefix "$PROOFLOOP_MANAGERS" --engine-strict --ignore-scripts --no-audit --no-fund ${published}@${wanted}`
  const brought = version === undefined ? bring(otherwise) : `{ ${bring(version)} || ${bring(otherwise)}; }`
  return `${brought} && "$PROOFLOOP_MANAGERS/${NODE_PROGRAMS}/${name}"`
}

function jsonIn(place: SetupPlace, name: string): Readonly<Record<string, unknown>> | null {
  const value = parsedJson(textIn(place, name) ?? "")
  return isRecord(value) ? value : null
}
