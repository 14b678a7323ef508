import { existsSync, readFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { git } from "@proofloop/foundation/git"
import { isRecord } from "@proofloop/foundation/text"
import { shellWord } from "../terminal/text.ts"
import type { Project } from "./project.ts"

/** A file that `init` writes. */
export interface PlannedFile {
  /** Relative to the root, or absolute where it lies outside of the work tree. */
  readonly path: string
  readonly before: string
  readonly after: string
  readonly is_executable: boolean
  /** What it is for, in a few words. */
  readonly purpose: string
}

/** What is written and what is left out, each with its reason. */
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

function planConfig({ root, config, test_command, has_proofloop }: Project): readonly PlannedFile[] | string {
  if (config !== null) return `configuration: ${relative(root, config)} is there`
  const value = {
    ...(has_proofloop ? { $schema: "./node_modules/proofloop/config.schema.json" } : {}),
    ...(test_command === null ? {} : { verify: test_command }),
    preset: "evidence",
  }
  return [file(root, "proofloop.config.json", `${JSON.stringify(value, null, 2)}\n`, "what every verb reads")]
}

const BLOCK_START = "# proofloop: judges what is staged"
const BLOCK_END = "# proofloop: end"

/** Goes into the project's hook (husky, else git's own); its other content stays. */
async function planPreCommit(
  { root, has_proofloop }: Project,
  self: readonly string[],
): Promise<readonly PlannedFile[] | string> {
  if (existsSync(join(root, ".pre-commit-config.yaml"))) {
    return "pre-commit hook: .pre-commit-config.yaml is there; docs/check.md has the entry for it"
  }
  const elsewhere = (await git(root, ["config", "--local", "core.hooksPath"])).stdout.trim()
  const husky = existsSync(join(root, ".husky"))
  if (elsewhere !== "" && !husky) return `pre-commit hook: git reads hooks from ${elsewhere}`
  const path = husky ? ".husky/pre-commit" : await hookPath(root)
  if (path === null) return "pre-commit hook: this is no git repository"
  // A tracked hook belongs to everybody, so it may name nothing of this machine.
  if (husky && !has_proofloop) return "pre-commit hook: .husky is there; add proofloop to the project first"
  const before = readText(resolve(root, path))
  const block = `${BLOCK_START}\n${commandLine(has_proofloop, self)} check --staged || exit 1\n${BLOCK_END}\n`
  const rest = withoutBlock(before)
  const start = rest === "" ? (husky ? "" : "#!/bin/sh\n") : rest.endsWith("\n") ? rest : `${rest}\n`
  return [{ ...file(root, path, start + block, "judges what is staged"), is_executable: true }]
}

/** The hook of git itself; null where there is no repository. */
async function hookPath(root: string): Promise<string | null> {
  const found = await git(root, ["rev-parse", "--git-common-dir"])
  return found.exit_code === 0 ? `${found.stdout.replace(/\n$/, "")}/hooks/pre-commit` : null
}

function withoutBlock(text: string): string {
  const start = text.indexOf(BLOCK_START)
  const end = text.indexOf(`${BLOCK_END}\n`, start)
  return start === -1 || end === -1 ? text : text.slice(0, start) + text.slice(end + BLOCK_END.length + 1)
}

function planWorkflow({
  root,
  ci,
  has_proofloop,
  package_manager,
}: Project): readonly PlannedFile[] | string {
  if (ci === "gitlab") return "workflow: for GitLab docs/check.md has the job"
  if (ci === null) return "workflow: no .github here"
  const install = INSTALLS[package_manager ?? ""]
  if (!has_proofloop || install === undefined) {
    return "workflow: CI would have no proofloop; add it to the project's devDependencies first"
  }
  return [
    file(
      root,
      ".github/workflows/proofloop.yml",
      workflow(install),
      "judges pull requests, beside their lines",
    ),
  ]
}

const INSTALLS: Readonly<Record<string, string>> = {
  npm: "npm ci",
  pnpm: "corepack enable && pnpm install --frozen-lockfile",
  yarn: "corepack enable && yarn install --immutable",
  bun: "npx -y bun install --frozen-lockfile",
}

function workflow(install: string): string {
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
      - run: npx proofloop check --base "origin/$GITHUB_BASE_REF" --suppressions before --format github
`
}

/** Goes into the MCP configuration of each agent that is in use and reads one. */
function planMcp(
  { root, agents, has_proofloop }: Project,
  self: readonly string[],
): readonly PlannedFile[] | string {
  const targets = agents.flatMap((agent) => MCP_FILES[agent] ?? [])
  if (targets.length === 0) return "MCP: no agent is in use here that reads a file of servers"
  const [command = "npx", ...args] = has_proofloop ? ["npx", "proofloop", "mcp"] : [...self, "mcp"]
  const files: PlannedFile[] = []
  for (const path of targets) {
    const before = readText(resolve(root, path))
    const after = withServer(before, { command, args })
    if (after === null) return `MCP: ${path} could not be read as JSON`
    files.push(file(root, path, after, "the critics, for agents"))
  }
  return files
}

const MCP_FILES: Readonly<Record<string, string>> = {
  "claude-code": ".mcp.json",
  cursor: ".cursor/mcp.json",
  "gemini-cli": ".gemini/settings.json",
  "qwen-code": ".qwen/settings.json",
}

/** The same file with the server added, indented as before; null for anything but a JSON object. */
function withServer(
  before: string,
  server: { readonly command: string; readonly args: readonly string[] },
): string | null {
  try {
    const value: unknown = before.trim() === "" ? {} : JSON.parse(before)
    if (!isRecord(value)) return null
    const servers = isRecord(value["mcpServers"]) ? value["mcpServers"] : {}
    if (JSON.stringify(servers["proofloop"]) === JSON.stringify(server)) return before
    const indent = /^[ \t]+/m.exec(before)?.[0] ?? "  "
    return `${JSON.stringify({ ...value, mcpServers: { ...servers, proofloop: server } }, null, indent)}\n`
  } catch {
    return null
  }
}

function commandLine(has_proofloop: boolean, self: readonly string[]): string {
  return has_proofloop ? "npx proofloop" : self.map(shellWord).join(" ")
}

function file(root: string, path: string, after: string, purpose: string): PlannedFile {
  return { path, before: readText(resolve(root, path)), after, purpose, is_executable: false }
}

function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : ""
}
