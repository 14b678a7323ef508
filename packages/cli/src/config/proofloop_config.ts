// Made by `npm run docs` from the options of the verbs; do not edit.
import type { PresetLayer } from "@proofloop/presets"
import type { CriticEntry } from "./config.ts"

/** What `proofloop.config.ts` exports; every key has a default. */
export interface ProofloopConfig {
  /** Where an editor finds the JSON Schema of this file. */
  readonly $schema?: string | undefined
  /** Modules whose default export adds critics, parsers, presets or analysers: names or ./paths. */
  readonly plugins?: readonly string[] | undefined
  /** By id: "on" or "off", "warning" or "error" for what its findings count as, or a pair of one of these and options. */
  readonly critics?: Readonly<Record<string, CriticEntry>> | undefined
  /** Options of the loop and the detector, laid over the preset, as createAgentLoop takes them. */
  readonly loop?: PresetLayer | undefined
  /** Switches of the detector. */
  readonly flags?: {
    /** Whether repeats are judged across edits; PROOFLOOP_REPAIR_AWARE wins over it. Default: as the preset says. */
    readonly repair_aware?: boolean | undefined
  } | undefined
  /** What hooks in an agent do. */
  readonly hook?: {
    /** What a hook may say: nothing (observe, the default), nudges, or nudges and holding a stop. */
    readonly mode?: "observe" | "nudge" | "hold" | undefined
    /** Checks this project; the hook runs it before the agent stops. As hook install --verify, hook serve --verify. */
    readonly verify?: string | undefined
    /** Time limit for that check; default 120. As hook install --verify-seconds, hook serve --verify-seconds. */
    readonly verify_seconds?: number | undefined
    /** Refuse a command that failed twice while nothing changed. As hook install --refuse-repeats, hook serve --refuse-repeats. */
    readonly refuse_repeats?: boolean | undefined
    /** Judge repeats across edits: for all, none, or a share of people and folders. As hook install --repair-aware, hook serve --repair-aware. */
    readonly repair_aware?: string | undefined
  } | undefined
  /** The model that every verb asks, unless one of its own is named. */
  readonly model?: {
    /** Default $PROOFLOOP_MODEL. As doctor --model, run --model, verify --model, eval --model, feedback process --model, pipeline run --model, pipeline resume --model, pipeline review --model, pipeline fix-ci --model, fleet run --model. */
    readonly name?: string | undefined
    /** An OpenAI-compatible API, with its version; default $PROOFLOOP_BASE_URL. As doctor --base-url, run --base-url, verify --base-url, eval --base-url, feedback process --base-url, pipeline run --base-url, pipeline resume --base-url, pipeline review --base-url, pipeline fix-ci --base-url, fleet run --base-url. */
    readonly base_url?: string | undefined
    /** The variable with the key; default OPENAI_API_KEY. As doctor --api-key-env, run --api-key-env, verify --api-key-env, eval --api-key-env, feedback process --api-key-env, pipeline run --api-key-env, pipeline resume --api-key-env, pipeline review --api-key-env, pipeline fix-ci --api-key-env, fleet run --api-key-env. */
    readonly api_key_env?: string | undefined
  } | undefined
  /** How replay judges sessions. */
  readonly replay?: {
    /** Preset of the detector; default evidence. As replay --preset. */
    readonly preset?: string | undefined
  } | undefined
  /** Preset of the detector; default evidence. As replay --preset, run --preset. */
  readonly preset?: string | undefined
  /** Passes only when the work is done; default npm test, if there is a test script. As run --verify, verify --verify. */
  readonly verify?: string | undefined
  /** How run works. */
  readonly run?: {
    /** Critics judge each edit, and the whole change at the end. As run --gate. */
    readonly gate?: boolean | undefined
    /** Build manifests that may change under --gate. As run --allow-manifest. */
    readonly allow_manifest?: readonly string[] | undefined
    /** Most turns of the model; default the preset's. As run --max-iterations. */
    readonly max_iterations?: number | undefined
    /** Append the events here, without content. As run --trace. */
    readonly trace?: string | undefined
  } | undefined
  /** Run commands in bubblewrap: no network, no files but the repository. As run --sandbox, check --sandbox. */
  readonly sandbox?: boolean | undefined
  /** What check compares and accepts. */
  readonly check?: {
    /** Base of the change; default HEAD. As check --base, mcp --base. */
    readonly base?: string | undefined
    /** JSON Schemas of your own for G10. As check --schema-dir. */
    readonly schema_dir?: string | undefined
    /** Exit code 1 also for more warnings than this. As check --max-warnings. */
    readonly max_warnings?: number | undefined
    /** Accepted findings that count: all (default), those from before the change, or none. As check --suppressions. */
    readonly suppressions?: "all" | "before" | "none" | undefined
    /** Findings that are accepted, as --write-baseline wrote them. As check --baseline. */
    readonly baseline?: string | undefined
  } | undefined
  /** What the MCP server offers. */
  readonly mcp?: {
    /** A tool for each critic as well; default check_change alone. As mcp --every-critic. */
    readonly every_critic?: boolean | undefined
  } | undefined
  /** What verifiers read, and who they are. */
  readonly verifiers?: {
    /** Files with the contract, read at the base. As brief --contract, verdict --contract, consensus --contract, verify --contract. */
    readonly contract?: readonly string[] | undefined
    /** Tests at the base; default those of the changed files. As brief --tests, verdict --tests, consensus --tests, verify --tests. */
    readonly tests?: readonly string[] | undefined
    /** Default CONVENTIONS.md, CONTRIBUTING.md and AGENTS.md. As brief --conventions, verdict --conventions, consensus --conventions, verify --conventions. */
    readonly conventions?: readonly string[] | undefined
    /** Lenses of your own: a Markdown file each, named after the lens. As brief --lens-dir, verdict --lens-dir, consensus --lens-dir, verify --lens-dir. */
    readonly lens_dir?: string | undefined
    /** Distinct lenses that have to agree; default and least 3. As consensus --min-lenses, verify --min-lenses. */
    readonly min_lenses?: number | undefined
    /** For a PASS: distinct_models, distinct_evidence, brief, contract. As consensus --require, verify --require, feedback process --require. */
    readonly require?: readonly string[] | undefined
    /** Model of the verifiers; default $PROOFLOOP_MODEL. As verify --model, eval --model. */
    readonly model?: string | undefined
    /** An OpenAI-compatible API; default $PROOFLOOP_BASE_URL. As verify --base-url, eval --base-url. */
    readonly base_url?: string | undefined
    /** The variable with the key; default OPENAI_API_KEY. As verify --api-key-env, eval --api-key-env. */
    readonly api_key_env?: string | undefined
  } | undefined
  /** Where feedback is kept. */
  readonly feedback?: {
    /** The database, or postgres://...; default .proofloop/feedback.db in the repository. As feedback add --store, feedback list --store, feedback inbox --store, feedback show --store, feedback approve --store, feedback reject --store, feedback process --store, feedback verify --store, feedback revert --store. */
    readonly store?: string | undefined
  } | undefined
  /** How the pipeline plans, works, waits and spends. */
  readonly pipeline?: {
    /** Time limit for one answer of a model; default 600. As pipeline run --model-timeout, pipeline resume --model-timeout, pipeline review --model-timeout, pipeline fix-ci --model-timeout, fleet run --model-timeout. */
    readonly model_timeout?: number | undefined
    /** Prompts of your own, Markdown files by the same names. As pipeline run --prompt-dir, pipeline resume --prompt-dir, pipeline review --prompt-dir, pipeline fix-ci --prompt-dir, fleet run --prompt-dir. */
    readonly prompt_dir?: string | undefined
    /** Makes the plan; default the same model. As pipeline run --planner-model, pipeline resume --planner-model, pipeline review --planner-model, pipeline fix-ci --planner-model, fleet run --planner-model. */
    readonly planner_model?: string | undefined
    /** Reads the pull request, several each; default the same model. As pipeline run --reviewer-model, pipeline resume --reviewer-model, pipeline review --reviewer-model, pipeline fix-ci --reviewer-model, fleet run --reviewer-model. */
    readonly reviewer_model?: readonly string[] | undefined
    /** Repairs what CI found; default the same model. As pipeline run --fixer-model, pipeline resume --fixer-model, pipeline review --fixer-model, pipeline fix-ci --fixer-model, fleet run --fixer-model. */
    readonly fixer_model?: string | undefined
    /** Judges those repairs; default $CRITIC_MODEL, else the same model. As pipeline run --critic-model, pipeline resume --critic-model, pipeline review --critic-model, pipeline fix-ci --critic-model, fleet run --critic-model. */
    readonly critic_model?: string | undefined
    /** Judges the repository; default by its manifests. As pipeline run --check, pipeline resume --check, pipeline review --check, pipeline fix-ci --check, fleet run --check. */
    readonly check?: string | undefined
    /** Time limit for one run of it; default 600. As pipeline run --check-timeout, pipeline resume --check-timeout, pipeline review --check-timeout, pipeline fix-ci --check-timeout, fleet run --check-timeout. */
    readonly check_timeout?: number | undefined
    /** Installs what a tree needs, with the network; "" for none, default by lockfile. As pipeline run --setup, pipeline resume --setup, pipeline review --setup, pipeline fix-ci --setup, fleet run --setup. */
    readonly setup?: string | undefined
    /** Memory of one command's processes together; default 4096. As pipeline run --max-memory, pipeline resume --max-memory, pipeline review --max-memory, pipeline fix-ci --max-memory, fleet run --max-memory. */
    readonly max_memory?: number | undefined
    /** Processes of one command at a time; default 512. As pipeline run --max-processes, pipeline resume --max-processes, pipeline review --max-processes, pipeline fix-ci --max-processes, fleet run --max-processes. */
    readonly max_processes?: number | undefined
    /** Bytes one command may write; default 8192. As pipeline run --max-disk, pipeline resume --max-disk, pipeline review --max-disk, pipeline fix-ci --max-disk, fleet run --max-disk. */
    readonly max_disk?: number | undefined
    /** Run a model's code with your rights, without a sandbox. As pipeline run --unsafe-host-runner, pipeline resume --unsafe-host-runner, pipeline review --unsafe-host-runner, pipeline fix-ci --unsafe-host-runner, fleet run --unsafe-host-runner. */
    readonly unsafe_host_runner?: boolean | undefined
    /** A bare repository for the pull requests of a checkout; default its .proofloop/forge.git. As pipeline run --forge, pipeline resume --forge, pipeline review --forge, pipeline fix-ci --forge, fleet run --forge. */
    readonly forge?: string | undefined
    /** The CI of a repository on this machine; "" for none, default its check. As pipeline run --ci, pipeline resume --ci, pipeline review --ci, pipeline fix-ci --ci, fleet run --ci. */
    readonly ci?: string | undefined
    /** Time between two looks at CI; default 30. As pipeline run --ci-poll, pipeline resume --ci-poll, pipeline review --ci-poll, pipeline fix-ci --ci-poll, fleet run --ci-poll. */
    readonly ci_poll?: number | undefined
    /** Longest wait for CI; default 1200. As pipeline run --ci-timeout, pipeline resume --ci-timeout, pipeline review --ci-timeout, pipeline fix-ci --ci-timeout, fleet run --ci-timeout. */
    readonly ci_timeout?: number | undefined
    /** Whether pull requests are drafts; default auto: where the forge has drafts. As pipeline run --draft, pipeline resume --draft, pipeline review --draft, pipeline fix-ci --draft, fleet run --draft. */
    readonly draft?: "auto" | "never" | "always" | undefined
    /** Time limit for one git command; default 60, and 600 for what grows with the repository. As pipeline run --git-timeout, pipeline resume --git-timeout, pipeline review --git-timeout, pipeline fix-ci --git-timeout, fleet run --git-timeout. */
    readonly git_timeout?: number | undefined
    /** The variable with the token; default GITHUB_TOKEN. As pipeline run --github-token-env, pipeline resume --github-token-env, pipeline review --github-token-env, pipeline fix-ci --github-token-env, fleet run --github-token-env. */
    readonly github_token_env?: string | undefined
    /** A GitHub App in place of a token. As pipeline run --github-app, pipeline resume --github-app, pipeline review --github-app, pipeline fix-ci --github-app, fleet run --github-app. */
    readonly github_app?: string | undefined
    /** The app's private key. As pipeline run --github-app-key, pipeline resume --github-app-key, pipeline review --github-app-key, pipeline fix-ci --github-app-key, fleet run --github-app-key. */
    readonly github_app_key?: string | undefined
    /** The API; default https://api.github.com, an Enterprise server's ends in /api/v3. As pipeline run --github-url, pipeline resume --github-url, pipeline review --github-url, pipeline fix-ci --github-url, fleet run --github-url. */
    readonly github_url?: string | undefined
    /** Where git pushes to; default the repository's page with .git. As pipeline run --github-remote, pipeline resume --github-remote, pipeline review --github-remote, pipeline fix-ci --github-remote, fleet run --github-remote. */
    readonly github_remote?: string | undefined
    /** A fork that branches are pushed to. As pipeline run --github-fork, pipeline resume --github-fork, pipeline review --github-fork, pipeline fix-ci --github-fork, fleet run --github-fork. */
    readonly github_fork?: string | undefined
    /** Commits end with Signed-off-by: "Ann <ann@example.org>". As pipeline run --sign-off, pipeline resume --sign-off, pipeline review --sign-off, pipeline fix-ci --sign-off, fleet run --sign-off. */
    readonly sign_off?: string | undefined
    /** May instruct in reviews without being a member, such as a bot. As pipeline run --trust-author, pipeline resume --trust-author, pipeline review --trust-author, pipeline fix-ci --trust-author, fleet run --trust-author. */
    readonly trust_author?: readonly string[] | undefined
    /** US dollars for a million tokens; without them no money is counted. As pipeline run --prices, pipeline resume --prices, pipeline review --prices, pipeline fix-ci --prices, fleet run --prices. */
    readonly prices?: string | undefined
    /** Limit of one run, with --prices; default none. As pipeline run --max-usd, pipeline resume --max-usd, pipeline review --max-usd, pipeline fix-ci --max-usd, fleet run --max-usd. */
    readonly max_usd?: number | undefined
    /** Limit of all runs of a day (UTC), with --prices; default none. As pipeline run --max-usd-a-day, pipeline resume --max-usd-a-day, pipeline review --max-usd-a-day, pipeline fix-ci --max-usd-a-day, fleet run --max-usd-a-day. */
    readonly max_usd_a_day?: number | undefined
    /** Limit of one run; default 5000000. As pipeline run --max-tokens, pipeline resume --max-tokens, pipeline review --max-tokens, pipeline fix-ci --max-tokens, fleet run --max-tokens. */
    readonly max_tokens?: number | undefined
    /** Limit of all runs of a day (UTC); default none. As pipeline run --max-tokens-a-day, pipeline resume --max-tokens-a-day, pipeline review --max-tokens-a-day, pipeline fix-ci --max-tokens-a-day, fleet run --max-tokens-a-day. */
    readonly max_tokens_a_day?: number | undefined
    /** Limit of work in one run, without waiting; default 60. As pipeline run --max-minutes, pipeline resume --max-minutes, pipeline review --max-minutes, pipeline fix-ci --max-minutes, fleet run --max-minutes. */
    readonly max_minutes?: number | undefined
    /** Limit of work in all runs of a day (UTC); default none. As pipeline run --max-minutes-a-day, pipeline resume --max-minutes-a-day, pipeline review --max-minutes-a-day, pipeline fix-ci --max-minutes-a-day, fleet run --max-minutes-a-day. */
    readonly max_minutes_a_day?: number | undefined
    /** Most turns of a model for one subtask; default 40. As pipeline run --max-turns, pipeline resume --max-turns, pipeline review --max-turns, pipeline fix-ci --max-turns, fleet run --max-turns. */
    readonly max_turns?: number | undefined
    /** Most open pull requests of runs in one repository; default 3. As pipeline run --max-open-pulls, pipeline resume --max-open-pulls, pipeline review --max-open-pulls, pipeline fix-ci --max-open-pulls, fleet run --max-open-pulls. */
    readonly max_open_pulls?: number | undefined
    /** The database of runs, or postgres://...; default runs.db in that folder. As --store of pipeline, fleet, ui. */
    readonly store?: string | undefined
  } | undefined
  /** How many repositories are worked on, and what they may use together. */
  readonly fleet?: {
    /** Turns at a time in this process; default 4. As fleet run --concurrency. */
    readonly concurrency?: number | undefined
    /** A repository gets a new run this long after its last one; default 24. As fleet run --begin-every. */
    readonly begin_every?: string | undefined
    /** Size of all clones; those used longest ago go; default 20. As fleet run --max-clones. */
    readonly max_clones?: string | undefined
    /** Calls a minute to each provider of models; default no limit. As fleet run --model-requests. */
    readonly model_requests?: number | undefined
    /** Tokens a minute of each provider of models; default no limit. As fleet run --model-tokens. */
    readonly model_tokens?: number | undefined
    /** Calls a minute to each account on a forge; default no limit. As fleet run --forge-requests. */
    readonly forge_requests?: number | undefined
    /** Limit of a repository's runs in a day (UTC), with --prices. As fleet run --repository-usd-a-day. */
    readonly repository_usd_a_day?: number | undefined
    /** Limit of a repository's runs in a day (UTC). As fleet run --repository-tokens-a-day. */
    readonly repository_tokens_a_day?: number | undefined
    /** Limit of work in a repository's runs in a day (UTC). As fleet run --repository-minutes-a-day. */
    readonly repository_minutes_a_day?: number | undefined
  } | undefined
}
