import { STATE_FOLDER } from "../state_paths.ts"

/**
 * Files that test runs, interpreters and this library write are no edits, with or without a .gitignore. A
 * `node_modules` without a manifest beside it is no package manager's, and no installation would put it right.
 */
export function isLeftBehind(name: string, has_manifest: boolean): boolean {
  if (name === "node_modules") return has_manifest
  return name === STATE_FOLDER || LEFT_BEHIND.test(name)
}

const LEFT_BEHIND =
  /^(__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.venv|\.coverage|\.nyc_output|\.turbo|\.gradle|\.DS_Store)$|\.(pyc|tsbuildinfo)$/
