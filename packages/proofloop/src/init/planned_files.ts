import { existsSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { InstallError, setJsonValue } from "@proofloop/hooks/internal/install"
import { shellWord } from "../terminal/text.ts"
import { findHookFile, withOurLines } from "./hook_file.ts"
import { ANYWHERE, type Project, readText } from "./project.ts"

/** A file that `init` writes. */
export interface PlannedFile {
  /** Relative to the root, or absolute where it lies outside of the work tree. */
  readonly path: string
  readonly before: string
  readonly after: string
  readonly is_executable: boolean
  readonly purpose: string
}

export interface Plan {
  readonly files: readonly PlannedFile[]
  readonly left_out: readonly string[]
}

export const PARTS = ["config", "pre-commit", "workflow", "mcp"] as const
export type Part = (typeof PARTS)[number]

interface Wanted {
  readonly parts: readonly Part[]
  /** The command line that starts this program on this machine, where the project lacks it. */
  readonly self: readonly string[]
}

/** The files for a project, without those that already have what they need. Rejects only when git cannot run. */
export async function planFiles(project: Project, { parts, self }: Wanted): Promise<Plan> {
  const files: PlannedFile[] = []
  const left_out: string[] = []
  for (const part of parts) {
    const planned = await planners[part](project, self)
    if (typeof planned === "string") left_out.push(planned)
    else files.push(...planned.filter(({ before, after }) => before !== after))
  }
  return { files, left_out }
}

type Planner = (
  project: Project,
  self: readonly string[],
) => Promise<readonly PlannedFile[] | string> | readonly PlannedFile[] | string

const planners: Readonly<Record<Part, Planner>> = {
  config: planConfig,
  "pre-commit": planPreCommit,
  workflow: planWorkflow,
  mcp: planMcp,
}

function planConfig({ root, config, test_command }: Project): readonly PlannedFile[] | string {
  if (config !== null) return `configuration: ${relative(root, config)} is there`
  const value = {
    ...(existsSync(join(root, SCHEMA)) ? { $schema: `./${SCHEMA}` } : {}),
    ...(test_command === null ? {} : { verify: test_command }),
    preset: "evidence",
  }
  return [file(root, "proofloop.config.json", `${JSON.stringify(value, null, 2)}\n`, "what every verb reads")]
}

const SCHEMA = "node_modules/proofloop/config.schema.json"

/** Goes into the project's hook (husky, else git's own); its other content stays. */
async function planPreCommit(
  { root, own_command }: Project,
  self: readonly string[],
): Promise<readonly PlannedFile[] | string> {
  const hook = await findHookFile(root)
  const shared = `"${(own_command ?? ANYWHERE).join(" ")} check --staged"`
  if (typeof hook === "string") return `pre-commit hook: ${hook}; have it run ${shared}`
  const { path, is_shared } = hook
  // A hook that everybody has may name nothing of this machine.
  if (is_shared && own_command === null) {
    return `pre-commit hook: ${path} is shared with others; add proofloop to the project first`
  }
  const command = (own_command ?? self).map(shellWord).join(" ")
  const after = withOurLines(readText(resolve(root, path)), command)
  if (after === null) return `pre-commit hook: ${path} is no script of a shell; have it run ${shared}`
  return [{ ...file(root, path, after, "judges what is staged"), is_executable: true }]
}

function planWorkflow({ root, ci, own_command, package_manager }: Project): readonly PlannedFile[] | string {
  const command = `${(own_command ?? ANYWHERE).join(" ")} check`
  if (ci === "gitlab") {
    return `workflow: GitLab; have a job run ${command} --base "origin/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"`
  }
  if (ci === null) return "workflow: no .github here"
  if (existsSync(join(root, WORKFLOW))) return `workflow: ${WORKFLOW} is there`
  const install = INSTALLS[package_manager ?? ""]
  if (own_command === null || install === undefined) {
    return "workflow: CI does not install proofloop; add it to the devDependencies, or have CI install it"
  }
  return [file(root, WORKFLOW, workflow(install, command), "judges pull requests, beside their lines")]
}

const WORKFLOW = ".github/workflows/proofloop.yml"

const INSTALLS: Readonly<Record<string, string>> = {
  npm: "npm ci",
  pnpm: "corepack enable && pnpm install --frozen-lockfile",
  yarn: "corepack enable && yarn install --immutable",
  bun: "npx -y bun install --frozen-lockfile",
}

function workflow(install: string, command: string): string {
  return `name: proofloop
on: pull_request
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: ${install}
      - run: ${command} --base "origin/$GITHUB_BASE_REF" --suppressions before --format github
`
}

/** Goes into the file of MCP servers of each agent that is in use and reads one. */
function planMcp({ root, agents, own_command }: Project): readonly PlannedFile[] | string {
  const targets = agents.flatMap((agent) => MCP_FILES[agent] ?? [])
  if (targets.length === 0) return "MCP: no agent in use here reads a file of MCP servers"
  // Such a file may be everybody's, so that it names nothing of this machine.
  const [command, ...args] = [...(own_command ?? ANYWHERE), "mcp"]
  const files: PlannedFile[] = []
  try {
    for (const path of targets) {
      const text = readText(resolve(root, path))
      const after = setJsonValue({ path, text }, ["mcpServers", "proofloop"], { command, args })
      files.push(file(root, path, after, "the critics, for agents"))
    }
  } catch (error) {
    if (error instanceof InstallError) return `MCP: ${error.message}`
    throw error
  }
  return files
}

const MCP_FILES: Readonly<Record<string, string>> = {
  "claude-code": ".mcp.json",
  cursor: ".cursor/mcp.json",
  "gemini-cli": ".gemini/settings.json",
  "qwen-code": ".qwen/settings.json",
}

function file(root: string, path: string, after: string, purpose: string): PlannedFile {
  return { path, before: readText(resolve(root, path)), after, purpose, is_executable: false }
}
