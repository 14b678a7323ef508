import { choice, configured, count, flag, matching, personal, url, value } from "../arguments/option.ts"
import type { OptionSpec } from "../arguments/verb.ts"

type Options = Readonly<Record<string, OptionSpec>>

export const GITHUB_OPTIONS: Options = {
  "github-token-env": personal(value("NAME", "The variable with the token; default GITHUB_TOKEN")),
  "github-app": value("ID", "A GitHub App in place of a token"),
  "github-app-key": personal(value("FILE", "The app's private key")),
  "github-url": url("The API; default https://api.github.com, an Enterprise server's ends in /api/v3"),
  "github-remote": value("URL", "Where git pushes to; default the repository's page with .git"),
  "github-fork": matching(
    value("OWNER/NAME", "A fork that branches are pushed to"),
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\/[A-Za-z0-9_.-]{1,100}$/,
    "OWNER/NAME",
  ),
}

export const PUBLISHING_OPTIONS: Options = {
  draft: choice(
    "WHEN",
    ["auto", "never", "always"],
    "Whether pull requests are drafts; default auto: where the forge has drafts",
  ),
  "git-timeout": count(
    "SECONDS",
    "Time limit for one git command; default 60, and 600 for what grows with the repository",
  ),
  ...GITHUB_OPTIONS,
}

export const ASKED_MODEL_OPTIONS: Options = {
  model: { ...configured(value("NAME", "Default $PROOFLOOP_MODEL"), "model.name"), env: "PROOFLOOP_MODEL" },
  "base-url": {
    ...configured(
      url("An OpenAI-compatible API, with its version; default $PROOFLOOP_BASE_URL"),
      "model.base_url",
    ),
    env: "PROOFLOOP_BASE_URL",
  },
  "api-key-env": personal(
    configured(value("NAME", "The variable with the key; default OPENAI_API_KEY"), "model.api_key_env"),
  ),
}

export const MODEL_OPTIONS: Options = {
  ...ASKED_MODEL_OPTIONS,
  "model-timeout": count("SECONDS", "Time limit for one answer of a model; default 600"),
  "prompt-dir": value("DIR", "Prompts of your own, Markdown files by the same names"),
}

export const ROOM_OPTIONS: Options = {
  setup: value("COMMAND", 'Installs what a tree needs, with the network; "" for none, default by lockfile'),
  "max-memory": count("MIB", "Memory of one command's processes together; default 4096", { most: 2 ** 26 }),
  "max-processes": count("N", "Processes of one command at a time; default 512", { most: 2 ** 20 }),
  "max-disk": count("MIB", "Bytes one command may write; default 8192", { most: 2 ** 30 }),
  "unsafe-host-runner": personal(flag("Run a model's code with your rights, without a sandbox")),
}
