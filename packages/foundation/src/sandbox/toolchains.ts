import { existsSync, realpathSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { basename, delimiter, dirname, isAbsolute, join } from "node:path"
import { CERTIFICATE_VARIABLES, TOOLCHAIN_VARIABLES } from "./room_environment.ts"

export interface Toolchains {
  /** The folders of PATH that a room has, links resolved. */
  readonly path: string
  /** Absolute, links resolved. */
  readonly readable: readonly string[]
}

/** Folders of the system that hold programs and no secrets. */
export const SYSTEM_FOLDERS = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/nix/store",
  "/gnu/store",
]

/** Toolchains below the home folder and what they installed, without their settings, which hold tokens of registries. */
const IN_HOME = [
  ".asdf",
  ".bun/bin",
  ".cargo/bin",
  ".deno/bin",
  ".dotnet",
  ".fnm",
  ".local/bin",
  ".local/lib",
  ".local/share/fnm",
  ".local/share/mise/installs",
  ".local/share/mise/shims",
  ".local/share/pnpm",
  ".local/share/rtx",
  ".local/share/uv",
  ".m2/repository",
  ".m2/wrapper",
  ".gradle/wrapper",
  ".nvm",
  ".pyenv",
  ".rbenv",
  ".rustup",
  ".sdkman/candidates",
  ".volta/bin",
  ".volta/tools",
  "miniconda3",
  "anaconda3",
  "miniforge3",
  "mambaforge",
]

/**
 * The toolchains of this machine: the usual places in the home folder, folders that variables name, and each folder
 * of PATH with its installation. Leaves out folders of PATH inside a repository, such as `node_modules/.bin` of the
 * user's project.
 */
export function toolchains(
  env: Readonly<Record<string, string | undefined>> = process.env,
  home: string = homedir(),
): Toolchains {
  const found = new Set<string>()
  const add = (path: string | undefined): void => {
    const real = path === undefined || !isAbsolute(path) ? null : realOf(path)
    if (real !== null && !isOfSystem(real) && !isWithin(home, real)) found.add(real)
  }
  for (const folder of IN_HOME) add(join(home, folder))
  for (const name of TOOLCHAIN_VARIABLES) add(env[name])
  for (const name of CERTIFICATE_VARIABLES) add(env[name])
  const given = [...(env["PATH"] ?? "").split(delimiter), dirname(process.execPath)]
  const folders = given.flatMap((folder) => (isAbsolute(folder) ? (realOf(folder) ?? []) : []))
  for (const folder of folders) add(installationOf(folder, home))
  const readable = [...found].filter(
    (path) => ![...found].some((other) => other !== path && isWithin(path, other)),
  )
  const seen = folders.filter(
    (folder) => isOfSystem(folder) || readable.some((root) => isWithin(folder, root)),
  )
  return { path: [...new Set(seen)].join(delimiter), readable }
}

/** `bin` brings the `lib` and `share` beside it. */
function installationOf(folder: string, home: string): string | undefined {
  const above = dirname(folder)
  if (basename(folder) === ".bin" || isInRepository(folder, home)) return undefined
  if (basename(folder) !== "bin" || above === join(home, ".local") || isWithin(home, above)) return folder
  return ["lib", "share", "include"].some((name) => existsSync(join(above, name))) ? above : folder
}

/** The home folder itself may be a repository, for dotfiles; toolchains below it still count. */
function isInRepository(folder: string, home: string): boolean {
  for (let at = folder; dirname(at) !== at && at !== home; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return true
  }
  return false
}

/** Whether a path is a folder or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`)
}

function isOfSystem(path: string): boolean {
  return SYSTEM_FOLDERS.some((folder) => isWithin(path, folder))
}

function realOf(path: string): string | null {
  try {
    const real = realpathSync(path)
    return statSync(real).isDirectory() || statSync(real).isFile() ? real : null
  } catch {
    return null
  }
}
