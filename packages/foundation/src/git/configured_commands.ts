/**
 * Subcommands that read objects, references or settings without a filter, driver, helper or hook. Subcommands that
 * write an index are left out, because they compare files through their filters.
 */
const PLAIN = new Set([
  "cat-file",
  "check-attr",
  "check-ignore",
  "commit-tree",
  "config",
  "diff-tree",
  "for-each-ref",
  "init",
  "ls-files",
  "ls-tree",
  "merge-base",
  "rev-list",
  "rev-parse",
  "show-ref",
  "symbolic-ref",
  "update-ref",
])

/** The harmless value for a setting that names a command: nothing, or git's own way of doing the same. */
const REPLACED: ReadonlyArray<readonly [name: RegExp, value: string]> = [
  [/^filter\..*\.(?:clean|smudge|process)$/i, ""],
  // A disabled filter must not be required, or git refuses the file.
  [/^filter\..*\.required$/i, "false"],
  [/^merge\..*\.driver$/i, "git merge-file --marker-size=%L %A %O %B"],
  [/^credential\.(?:.*\.)?helper$/i, ""],
  [/^core\.askpass$/i, ""],
  [/^core\.alternaterefscommand$/i, "true"],
  [/^core\.sshcommand$/i, "ssh"],
  [/^core\.gitproxy$/i, "none"],
]

/** Subcommands that reach another repository. */
const REMOTE = new Set(["clone", "fetch", "ls-remote", "pull", "push"])

/** Subcommands whose time grows with the repository and with the network. */
const LONG = new Set([...REMOTE, "checkout", "read-tree", "reset", "worktree"])

/** Whether a subcommand may need many minutes in a large repository. */
export function mayTakeLong(args: readonly string[]): boolean {
  return LONG.has(subcommandOf(args))
}

/**
 * The transports git may use, for GIT_ALLOW_PROTOCOL. Other subcommands get none: they would fetch a missing object
 * from the remote, by the program, that the configuration names.
 */
export function allowedProtocols(args: readonly string[]): string {
  return REMOTE.has(subcommandOf(args)) ? "file:https" : "none"
}

/** Whether git may run commands that a repository's configuration names: a filter, a merge driver, a helper. */
export function mayRunConfigured(args: readonly string[]): boolean {
  return !PLAIN.has(subcommandOf(args))
}

/** Options for git that remove the commands from these settings; `names` as `git config --list --name-only` prints them. */
export function withoutCommands(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].flatMap((name) => {
    const value = REPLACED.find(([pattern]) => pattern.test(name))?.[1]
    return value === undefined ? [] : ["-c", `${name}=${value}`]
  })
}

/** Whether a setting may run a command, or brings others that may. */
export function namesCommand([name, value]: readonly [name: string, value: string]): boolean {
  if (/^include(?:if)?\./i.test(name)) return true
  return value !== "" && REPLACED.some(([pattern]) => pattern.test(name))
}

/** Options that choose the repository; they must be passed on. */
export function repositoryOptions(args: readonly string[]): readonly string[] {
  const at = args.indexOf("--git-dir")
  return at < 0 || at > args.indexOf(subcommandOf(args)) ? [] : args.slice(at, at + 2)
}

function subcommandOf(args: readonly string[]): string {
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] ?? ""
    if (argument === "-c" || argument === "--git-dir") at += 1
    else if (!argument.startsWith("-")) return argument
  }
  return ""
}
