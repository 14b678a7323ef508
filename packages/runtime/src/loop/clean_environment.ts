/**
 * What a child process may see of `base` (default: this process's environment): without what test runners, package
 * managers, debuggers, make and git hand down to their own children, with CI=1 and NO_COLOR=1. An inherited
 * NODE_TEST_CONTEXT alone makes a failing `node --test` exit 0. PATH and NODE_ENV stay as they are.
 */
export function cleanEnvironment(
  base: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const clean: Record<string, string> = {}
  for (const [name, value] of Object.entries(base)) {
    if (value !== undefined && !isInherited(name)) clean[name] = value
  }
  return { ...clean, CI: "1", NO_COLOR: "1" }
}

function isInherited(name: string): boolean {
  const wanted = process.platform === "win32" ? name.toUpperCase() : name
  return inherited_names.has(wanted) || inherited_prefixes.some((prefix) => wanted.startsWith(prefix))
}

const inherited_names: ReadonlySet<string> = new Set([
  ...["NODE_OPTIONS", "NODE_TEST_CONTEXT", "NODE_V8_COVERAGE", "NODE_UNIQUE_ID", "NODE_DEBUG"],
  ...[
    "NODE_CHANNEL_FD",
    "NODE_CHANNEL_SERIALIZATION_MODE",
    "VSCODE_INSPECTOR_OPTIONS",
    "ELECTRON_RUN_AS_NODE",
  ],
  ...["VITEST", "JEST_WORKER_ID", "PYTEST_CURRENT_TEST", "PYTEST_XDIST_WORKER"],
  ...["INIT_CWD", "PROJECT_CWD", "BERRY_BIN_FOLDER"],
  ...["FORCE_COLOR", "CLICOLOR_FORCE"],
  ...["MAKEFLAGS", "MFLAGS", "MAKELEVEL"],
  // `git rev-parse --local-env-vars`: set inside a hook, they send a child's git to the hook's repository.
  ...["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"],
  ...["GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "GIT_NAMESPACE"],
])

const inherited_prefixes: readonly string[] = [
  "VITEST_",
  "npm_",
  "NPM_LIFECYCLE_",
  "PNPM_PACKAGE_NAME",
  "PNPM_SCRIPT_",
]
