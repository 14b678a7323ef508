import { AsyncLocalStorage } from "node:async_hooks"
import { runProgram } from "../process/program.ts"
import {
  allowedProtocols,
  mayRunConfigured,
  mayTakeLong,
  repositoryOptions,
  withoutCommands,
} from "./configured_commands.ts"
import { plainConfiguration } from "./plain_configuration.ts"

export interface GitOutcome {
  /** null when git is missing, was ended by a signal or took too long. */
  readonly exit_code: number | null
  readonly stdout: string
  readonly stderr: string
}

export class GitError extends Error {
  readonly code = "git_error"
  /** The arguments of the failed command, without "git". */
  readonly args: readonly string[]
  /** Its exit code; null when it did not start, or was ended. */
  readonly exit_code: number | null
  readonly stderr: string

  constructor(args: readonly string[], outcome: GitOutcome) {
    super(`git ${args[0]} failed: ${outcome.stderr.trim() || `exit code ${outcome.exit_code}`}`)
    this.name = "GitError"
    this.args = args
    this.exit_code = outcome.exit_code
    this.stderr = outcome.stderr
  }
}

const TIMEOUT_MS = 60_000
const LONG_TIMEOUT_MS = 600_000
const MAX_OUTPUT_BYTES = 256 * 2 ** 20

interface GitOptions {
  /** Variables added to git's clean environment. Default: none. */
  readonly env?: Readonly<Record<string, string>>
  /** What git reads from its standard input. Default: nothing. */
  readonly input?: string
  /** Ends git with SIGTERM, and 5 seconds later with SIGKILL. */
  readonly signal?: AbortSignal | undefined
  /**
   * Default: that of `withGitTimeout`. Else ten minutes for commands that grow with the repository (a clone, a fetch,
   * a push, a work tree), and one minute for others.
   */
  readonly timeout_ms?: number | undefined
  /** Git is ended when it prints more. Default 256 MiB. */
  readonly max_output_bytes?: number | undefined
}

/**
 * Runs git in `root` with its own identity, without hooks, signing, user or system configuration, prompts or colours;
 * paths are literal. Commands in the repository's configuration never run: filters, merge drivers, helpers. Missing
 * objects are not fetched. Never rejects.
 */
export async function git(
  root: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitOutcome> {
  const { exit_code, stdout, stderr } = await gitBytes(root, args, options)
  return { exit_code, stdout: stdout.toString(), stderr }
}

interface GitBytes extends Omit<GitOutcome, "stdout"> {
  readonly stdout: Buffer
  /** It was ended because it printed too much. */
  readonly is_cut: boolean
}

/** The same with git's raw output, for the contents of files. */
export async function gitBytes(
  root: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitBytes> {
  if (!mayRunConfigured(args) || (await plainConfiguration(root, args, options.env)) !== null) {
    return runGit(root, args, options)
  }
  const list = [...repositoryOptions(args), "config", "--list", "--name-only", "-z"]
  const listed = await runGit(root, list, { env: options.env ?? {} })
  // Unknown settings cannot be kept from running.
  if (listed.exit_code === null) return listed
  return runGit(root, [...withoutCommands(listed.stdout.toString().split("\0")), ...args], options)
}

async function runGit(
  root: string,
  args: readonly string[],
  {
    env,
    input,
    signal,
    timeout_ms = timeLimit.getStore() ?? (mayTakeLong(args) ? LONG_TIMEOUT_MS : TIMEOUT_MS),
    max_output_bytes = MAX_OUTPUT_BYTES,
  }: GitOptions,
): Promise<GitBytes> {
  const { exit_code, stdout, stderr, is_cut, failure } = await runProgram({
    command: ["git", ...settings, ...args],
    cwd: root,
    env: { ...ownEnvironment(), GIT_ALLOW_PROTOCOL: allowedProtocols(args), ...env },
    input,
    signal,
    timeout_ms,
    max_output_bytes,
  })
  const told = stderr.toString()
  return { exit_code, stdout, is_cut, stderr: failure === null ? told : `${told}\n${failure}`.trim() }
}

const timeLimit = new AsyncLocalStorage<number>()

/** Does something with this time limit, in milliseconds, for each git command without its own. */
export function withGitTimeout<Result>(timeout_ms: number, work: () => Promise<Result>): Promise<Result> {
  return timeLimit.run(timeout_ms, work)
}

/** Makes `root` a repository with the branch `main`. Rejects with GitError. */
export async function initRepository(root: string): Promise<void> {
  await requireGit(root, ["init", "--quiet", "--initial-branch=main", "--template="])
}

/** Whether `root` lies in the work tree of a repository. */
export async function isRepository(root: string): Promise<boolean> {
  const outcome = await git(root, ["rev-parse", "--is-inside-work-tree"])
  return outcome.exit_code === 0 && outcome.stdout.trim() === "true"
}

/** Whether git ignores a path relative to `root`; "." asks about `root` itself. False outside a repository. */
export async function isIgnored(root: string, path: string): Promise<boolean> {
  // This command knows no literal paths; "./" keeps it from reading a leading ":" as magic.
  const env = { GIT_LITERAL_PATHSPECS: "0" }
  return (await git(root, ["check-ignore", "--quiet", "--", `./${path}`], { env })).exit_code === 0
}

/** The output of a command that must succeed. Rejects with GitError. */
export async function requireGit(
  root: string,
  args: readonly string[],
  options: {
    /** Variables added to git's clean environment. Default: none. */
    readonly env?: Readonly<Record<string, string>>
  } = {},
): Promise<string> {
  const outcome = await git(root, args, options)
  if (outcome.exit_code !== 0) throw new GitError(args, outcome)
  return outcome.stdout
}

const settings: readonly string[] = [
  "--no-pager",
  ...Object.entries({
    "user.name": "proofloop",
    "user.email": "proofloop@localhost",
    "commit.gpgSign": "false",
    "tag.gpgSign": "false",
    "log.showSignature": "false",
    "merge.verifySignatures": "false",
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.quotePath": "false",
    "gc.auto": "0",
    "color.ui": "false",
    // Without the user's configuration a folder owned by someone else, as in many CI containers, would be refused.
    "safe.directory": "*",
    // A clone may bring a folder that looks like a repository, with a configuration that runs commands.
    "safe.bareRepository": "explicit",
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
]

function ownEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !/^(GIT_|NODE_|npm_)/i.test(name)) environment[name] = value
  }
  return {
    ...environment,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_LITERAL_PATHSPECS: "1",
    // Ignore replacement objects: an object is what its name says.
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    LC_ALL: "C",
  }
}
