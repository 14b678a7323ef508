/**
 * The environment for a child process, from `base` (default: this process's). Removes what test runners, package
 * managers, debuggers, make and git pass to their children, and adds CI=1 and NO_COLOR=1. An inherited
 * NODE_TEST_CONTEXT alone makes a failing `node --test` exit 0. PATH and NODE_ENV stay.
 */
export function cleanEnvironment(
  base: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const clean: Record<string, string> = {}
  for (const [name, value] of Object.entries(base)) {
    if (value !== undefined && !INHERITED.some((pattern) => pattern.test(name))) clean[name] = value
  }
  return { ...clean, CI: "1", NO_COLOR: "1" }
}

const INHERITED: readonly RegExp[] = [
  /^NODE_(OPTIONS|TEST_CONTEXT|V8_COVERAGE|UNIQUE_ID|DEBUG|CHANNEL_FD|CHANNEL_SERIALIZATION_MODE)$/,
  /^(VSCODE_INSPECTOR_OPTIONS|ELECTRON_RUN_AS_NODE)$/,
  /^VITEST(_|$)/,
  /^(JEST_WORKER_ID|PYTEST_CURRENT_TEST|PYTEST_XDIST_WORKER)$/,
  /^npm_/,
  /^(INIT_CWD|PROJECT_CWD|BERRY_BIN_FOLDER|PNPM_PACKAGE_NAME|PNPM_SCRIPT_SRC_DIR)$/,
  /^(FORCE_COLOR|CLICOLOR_FORCE)$/,
  /^(MAKEFLAGS|MFLAGS|MAKELEVEL)$/,
  // `git rev-parse --local-env-vars`: set inside a hook, they send a child's git to the hook's repository.
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE)$/,
  /^GIT_(CONFIG|CONFIG_PARAMETERS|CONFIG_COUNT|GRAFT_FILE|SHALLOW_FILE|IMPLICIT_WORK_TREE|NO_REPLACE_OBJECTS)$/,
]
