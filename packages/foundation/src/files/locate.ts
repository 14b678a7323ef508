import type { Stats } from "node:fs"
import { lstat, realpath } from "node:fs/promises"
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path"
import { errorCode } from "../errors/error_code.ts"
import type { Workspace } from "./open_workspace.ts"
import { describeFileError, RequestError } from "./request_error.ts"

/** A checked path: inside the root, not denied, without a symbolic link in it, except a link that is to be deleted. */
export interface Located {
  /** With `/` between folders; "." is the root. */
  readonly relative: string
  /** Absolute path of the same file or folder. */
  readonly absolute: string
  /** null when it does not exist. */
  readonly stats: Stats | null
}

/**
 * Checks a path given by a model before anything touches it: spelling, `..`, absolute paths, the denied paths, symbolic
 * links in any part. Links are followed for reading only, and only within the root. Throws RequestError.
 */
export async function locate(
  workspace: Workspace,
  path: string,
  access: "read" | "write" | "delete",
): Promise<Located> {
  const lexical = insideRoot(workspace, resolve(workspace.root, checkSpelling(path)), path)
  if (access !== "read" && (lexical === "." || /[/\\]\.?$/.test(path))) {
    throw new RequestError(`${path} names a folder; give the path of a file`)
  }
  refuseDenied(workspace, lexical, path)
  if (access === "delete") {
    const folder = await follow(workspace, dirname(lexical), "write", path)
    const absolute = join(folder.absolute, basename(lexical))
    return { relative: lexical, absolute, stats: await lstatOrNull(absolute, path) }
  }
  return follow(workspace, lexical, access, path)
}

/** Whether an absolute path with all links resolved is the root or in it; by folders, never by string prefix. */
export function isInside(root: string, absolute: string): boolean {
  const way = relative(root, absolute)
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function checkSpelling(path: string): string {
  if (path.trim() === "") throw new RequestError("the path is empty")
  if (path.trim() !== path)
    throw new RequestError(`the path ${JSON.stringify(path)} begins or ends with a space`)
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Surrogate}/u.test(path)) {
    throw new RequestError(`the path ${JSON.stringify(path)} has a control character in it`)
  }
  if (process.platform === "win32") {
    if (path.slice(2).includes(":")) throw new RequestError(`${path}: a path cannot have ":" in it`)
    return path
  }
  if (path.includes("\\")) {
    throw new RequestError(`${path}: use "/" between folders: ${path.replaceAll("\\", "/")}`)
  }
  return path
}

function insideRoot(workspace: Workspace, absolute: string, path: string): string {
  for (const root of [workspace.root, workspace.given_root]) {
    if (isInside(root, absolute)) return toRelative(root, absolute)
  }
  throw new RequestError(`${path} is outside the workspace; use a path relative to its root, without ".."`)
}

function refuseDenied(workspace: Workspace, way: string, path: string): void {
  const pattern = workspace.denied(way)
  if (pattern !== null)
    throw new RequestError(`${path}: refusing to touch a sensitive path (denied by ${pattern})`)
}

async function follow(
  workspace: Workspace,
  lexical: string,
  access: "read" | "write",
  path: string,
): Promise<Located> {
  const target = join(workspace.root, lexical)
  const rest: string[] = []
  let ancestor = target
  let stats = await lstatOrNull(ancestor, path)
  while (stats === null && ancestor !== workspace.root) {
    rest.unshift(basename(ancestor))
    ancestor = dirname(ancestor)
    stats = await lstatOrNull(ancestor, path)
  }
  const real = await realpath(ancestor).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT")
      throw new RequestError(`${path} is a symbolic link to nothing`, { obstacle: "link", cause: error })
    throw describeFileError(error, path)
  })
  if (!isInside(workspace.root, real))
    throw new RequestError(`${path} leads out of the workspace by a symbolic link`, { obstacle: "outside" })
  const absolute = join(real, ...rest)
  const actual = toRelative(workspace.root, absolute)
  refuseDenied(workspace, actual, path)
  if (access === "write" && foldPath(actual) !== foldPath(lexical)) {
    throw new RequestError(`${path} goes through a symbolic link; use the path it leads to: ${actual}`, {
      obstacle: "link",
    })
  }
  const found = rest.length === 0 ? await lstatOrNull(absolute, path) : null
  if (rest.length > 0 && !(await lstatOrNull(real, path))?.isDirectory()) {
    throw new RequestError(`${path}: ${toRelative(workspace.root, real)} is a file, not a folder`, {
      obstacle: "conflict",
    })
  }
  return { relative: actual, absolute, stats: found }
}

function toRelative(root: string, absolute: string): string {
  return relative(root, absolute).split(sep).join("/") || "."
}

/** The path as its file system compares it: outside Linux `realpath` gives the stored case and Unicode form. */
export function foldPath(path: string): string {
  return process.platform === "linux" ? path : path.normalize("NFC").toLowerCase()
}

async function lstatOrNull(absolute: string, path: string): Promise<Stats | null> {
  try {
    return await lstat(absolute)
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return null
    throw describeFileError(error, path)
  }
}
