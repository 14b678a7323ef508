import { runCommand } from "@proofloop/foundation/process"
import type { TestRunner } from "./runners.ts"

/** A way to lay out a repository, with its code at `source` and a test somewhere else. */
export interface Layout {
  readonly name: string
  readonly source: string
  readonly test: (runner: TestRunner) => string
  readonly files: (runner: TestRunner) => Readonly<Record<string, string>>
  /** Writes its lockfile by its own package manager. */
  readonly lock: (root: string) => Promise<void>
}

const BROKEN = "exports.add = (a, b) => a - b\n"
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const LIB = {
  "packages/lib/package.json": json({ name: "@m/lib", version: "1.0.0" }),
  "packages/lib/index.js": BROKEN,
}

function run(command: string) {
  return async (root: string) => {
    const { exit_code, output } = await runCommand({ command, cwd: root, timeout_ms: 600_000 })
    if (exit_code !== 0) throw new Error(`${command}: ${output}`.slice(0, 1000))
  }
}

/** A workspace whose app has its test import the library by name. */
function workspace(
  name: string,
  of: {
    readonly root: object
    readonly version: string
    readonly lock: string
    readonly more?: Readonly<Record<string, string>>
  },
): Layout {
  const test = ({ extension }: TestRunner) => `packages/app/add${extension}`
  return {
    name,
    source: "packages/lib/index.js",
    test,
    files: (runner) => ({
      ".gitignore": "node_modules\n",
      "package.json": json({ name: "m", private: true, ...of.root, devDependencies: runner.install }),
      "packages/app/package.json": json({
        name: "@m/app",
        version: "1.0.0",
        dependencies: { "@m/lib": of.version },
      }),
      [test(runner)]: runner.test("@m/lib"),
      ...LIB,
      ...of.more,
    }),
    lock: run(of.lock),
  }
}

const WORKSPACES = { workspaces: ["packages/*"] }

/** One package; what is installed of it only lies in the work tree where it has no lockfile. */
function single(name: string, folder: string, lock: string): Layout {
  const test = ({ extension }: TestRunner) => `${folder}test/add${extension}`
  return {
    name,
    source: `${folder}lib/index.js`,
    test,
    files: (runner) => ({
      ".gitignore": "node_modules\n",
      [`${folder}package.json`]: json({ name: "one", private: true, devDependencies: runner.install }),
      [`${folder}lib/index.js`]: BROKEN,
      [test(runner)]: runner.test("../lib/index.js"),
    }),
    lock: run(lock),
  }
}

// What writes the lockfile alone leaves optional packages out of it, and `npm ci` then refuses it.
const NPM_LOCK =
  "npm install --ignore-scripts --no-audit --no-fund && rm -rf node_modules packages/*/node_modules"

export const layouts: readonly Layout[] = [
  single("npm", "", NPM_LOCK),
  single("nested", "tools/one/", `cd tools/one && ${NPM_LOCK}`),
  single("unlocked", "", "npm install --no-package-lock --ignore-scripts --no-audit --no-fund"),
  workspace("npm-workspaces", { root: WORKSPACES, version: "*", lock: NPM_LOCK }),
  workspace("pnpm", {
    root: {},
    version: "workspace:*",
    lock: "npx -y pnpm@10.34.9 install --lockfile-only --ignore-scripts",
    more: { "pnpm-workspace.yaml": "packages:\n  - packages/*\n" },
  }),
  workspace("yarn", {
    root: WORKSPACES,
    version: "1.0.0",
    lock: "npx -y yarn@1.22.22 install --ignore-scripts --silent && rm -rf node_modules packages/*/node_modules",
  }),
]
