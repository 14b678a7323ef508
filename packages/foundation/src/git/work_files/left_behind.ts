import { STATE_FOLDER } from "../state_paths.ts"

/** Files that test runs, interpreters and this library write are no edits, with or without a .gitignore. */
export function isLeftBehind(name: string): boolean {
  return name === STATE_FOLDER || LEFT_BEHIND.test(name)
}

const LEFT_BEHIND =
  /^(node_modules|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.venv|\.coverage|\.nyc_output|\.turbo|\.gradle|\.DS_Store)$|\.(pyc|tsbuildinfo)$/
