import { choice, configured, count, flag, matching, port, value } from "../arguments/option.ts"
import type { OptionSpec, Verb } from "../arguments/verb.ts"
import type * as InstallActions from "../hook/install.ts"
import type * as StatusActions from "../hook/status.ts"

const HOSTS = ["claude-code", "codex", "gemini-cli", "qwen-code", "opencode", "pi", "copilot", "cursor"]

const SCOPE_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  user: flag("The person's own settings, for all projects"),
  project: flag("The settings of the repository of the current folder"),
  "dry-run": flag("Say what would change, and change nothing"),
}

function installs(name: string, run: keyof typeof InstallActions, verb: Omit<Verb, "name" | "run">): Verb {
  return {
    name: `hook ${name}`,
    ...verb,
    run: async (input, io) => (await import("../hook/install.ts"))[run](input, io),
  }
}

function looks(name: string, run: keyof typeof StatusActions, verb: Omit<Verb, "name" | "run">): Verb {
  return {
    name: `hook ${name}`,
    ...verb,
    run: async (input, io) => (await import("../hook/status.ts"))[run](input, io),
  }
}

const MODE_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  observe: flag("Only log what would have been said (default)"),
  nudge: flag("Tell the agent what stays broken, and refuse futile repeats if that is on"),
  hold: flag("Also hold a stop while a failed check has not passed"),
  verify: configured(
    value("COMMAND", "Checks this project; the hook runs it before the agent stops"),
    "hook.verify",
  ),
  "verify-seconds": configured(
    count("N", "Time limit for that check; default 120", { most: 3600 }),
    "hook.verify_seconds",
  ),
  "refuse-repeats": configured(
    flag("Refuse a command that failed twice while nothing changed"),
    "hook.refuse_repeats",
  ),
  "repair-aware": configured(
    matching(
      value("on|off|PERCENT", "Judge repeats across edits: for all, none, or a share of people and folders"),
      /^(?:on|off|(?:100|[0-9]{1,2}(?:\.[0-9]{1,3})?)%?)$/,
      "on, off or a percentage from 0 to 100 such as 25%",
    ),
    "hook.repair_aware",
  ),
}

const actions: readonly Verb[] = [
  installs("install", "installHook", {
    summary: "Write proofloop into the settings of an agent",
    positionals: ["[HOST]"],
    choices: HOSTS,
    options: {
      ...MODE_OPTIONS,
      via: choice(
        "NAME",
        ["command", "mcp"],
        "command or mcp: a process for each event (default), or a tool by MCP",
      ),
      ...SCOPE_OPTIONS,
    },
    notes: `HOST is one of ${HOSTS.join(", ")}; without it you are asked which of those on this machine.
Without --user or --project: --user. Other hooks stay as they are; a backup is kept beside the file. Run again
with other flags to change them; a second run with the same flags changes nothing.

exit codes
  0 installed now or before   2 misuse, or settings that cannot be read or written: nothing was written then

example
  npx proofloop hook install claude-code --project --hold
`,
  }),
  installs("uninstall", "uninstallHook", {
    summary: "Remove proofloop from the settings of an agent",
    positionals: ["HOST"],
    choices: HOSTS,
    options: SCOPE_OPTIONS,
    notes: `Without --user or --project: both. A file that nobody changed since install gets its old bytes back; otherwise
only proofloop's entries are removed. The logs of hooks stay in ~/.proofloop/hooks.
`,
  }),
  looks("status", "showHookStatus", {
    summary: "Whether an agent really runs the hooks, and if not, why",
    positionals: ["HOST"],
    choices: HOSTS,
    options: {},
    notes: `Each event leaves a heartbeat, which is compared with the agent's newest session.

exit codes
  0 it works, or no session began since install   1 it does not, or is not installed
`,
  }),
  looks("doctor", "showHookDoctor", {
    summary: "Show the status for every agent on this machine, and what hooks lack",
    positionals: [],
    options: {},
    notes: "exit codes\n  0 nothing is wrong with what is installed   1 something is\n",
  }),
  {
    name: "hook report",
    summary: "Show what hooks said to agents, or would have said, and what followed",
    positionals: [],
    options: {
      days: count("N", "The last N days; default 7"),
      html: value("FILE", "Write one page as well, which needs no network"),
    },
    notes: "It reads the logs below ~/.proofloop/hooks/state and nothing else.\n",
    run: async (input, io) => (await import("../hook/report.ts")).showHookReport(input, io),
  },
  {
    name: "hook accept",
    summary: "Accept what fails in the last session of this folder, so that its agent is not held for it",
    positionals: [],
    options: {},
    notes: `It shows what fails and asks you in a terminal, once the agent has stopped. The prompt "proofloop accept" does the
same. A call of the agent accepts nothing.
`,
    run: async (input, io) => (await import("../hook/accept.ts")).acceptHook(input, io),
  },
  {
    name: "hook serve",
    summary: "Answer the hooks of Claude Code and Qwen Code over loopback, without a process for each event",
    positionals: [],
    options: { port: port("Default: any that is free"), ...MODE_OPTIONS },
    notes: `Prints the handler for the agent's settings. The token in it stays the same, in ~/.proofloop/hooks/token. Where nobody
answers, the agent goes on.
`,
    run: async (input, io) => (await import("../hook/serve.ts")).serveHookEvents(input, io),
  },
]

export const hook: Verb = {
  name: "hook",
  summary: "Put proofloop into the agents that you already run",
  positionals: ["ACTION"],
  options: {},
  actions,
  notes: `Hosts: ${HOSTS.join(", ")}.

example
  npx proofloop hook install codex --hold
  npx proofloop hook status codex
`,
  async run() {
    throw new Error("hook has actions")
  },
}
