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
    /** Checks this project; the hook runs it before the agent stops. As --verify of hook install, hook serve. */
    readonly verify?: string | undefined
    /** Time limit for that check; default 120. As --verify-seconds of hook install, hook serve. */
    readonly verify_seconds?: number | undefined
    /** Refuse a command that failed twice while nothing changed. As --refuse-repeats of hook install, hook serve. */
    readonly refuse_repeats?: boolean | undefined
    /** Judge repeats across edits: for all, none, or a share of people and folders. As --repair-aware of hook install, hook serve. */
    readonly repair_aware?: string | undefined
  } | undefined
  /** The model that every verb asks, unless one of its own is named. */
  readonly model?: {
    /** Default $PROOFLOOP_MODEL. As --model of doctor, run, verify, verify eval, feedback process, pipeline, fleet run. */
    readonly name?: string | undefined
    /** An OpenAI-compatible API, with its version; default $PROOFLOOP_BASE_URL. As --base-url of doctor, run, verify, verify eval, feedback process, pipeline, fleet run. */
    readonly base_url?: string | undefined
    /** The variable with the key; default OPENAI_API_KEY. As --api-key-env of doctor, run, verify, verify eval, feedback process, pipeline, fleet run. */
    readonly api_key_env?: string | undefined
  } | undefined
  /** What check compares and accepts. */
  readonly check?: {
    /** Base of the change; default HEAD. As --base of check, mcp. */
    readonly base?: string | undefined
    /** JSON Schemas of your own for G10. As --schema-dir of check. */
    readonly schema_dir?: string | undefined
    /** Exit code 1 also for more warnings than this. As --max-warnings of check. */
    readonly max_warnings?: number | undefined
    /** Accepted findings that count: all (default), those from before the change, or none. As --suppressions of check. */
    readonly suppressions?: "all" | "before" | "none" | undefined
    /** Findings that are accepted, as --write-baseline wrote them. As --baseline of check. */
    readonly baseline?: string | undefined
  } | undefined
  /** Run builds and tests in bubblewrap: no network, no files but the repository. As --sandbox of check, run. */
  readonly sandbox?: boolean | undefined
  /** Passes only when the work is done; default npm test, if there is a test script. As --verify of run, verify. */
  readonly verify?: string | undefined
  /** How run works. */
  readonly run?: {
    /** Critics judge each edit, and the whole change at the end. As --gate of run. */
    readonly gate?: boolean | undefined
    /** Build manifests that may change under --gate. As --allow-manifest of run. */
    readonly allow_manifest?: readonly string[] | undefined
    /** Most turns of the model; default the preset's. As --max-iterations of run. */
    readonly max_iterations?: number | undefined
    /** Append the events here, without content. As --trace of run. */
    readonly trace?: string | undefined
  } | undefined
  /** Default evidence; proofloop config presets list shows all. As --preset of run, replay. */
  readonly preset?: string | undefined
  /** How replay judges sessions. */
  readonly replay?: {
    /** Preset of the detector; default evidence. As --preset of replay. */
    readonly preset?: string | undefined
  } | undefined
  /** What the MCP server offers. */
  readonly mcp?: {
    /** A tool for each critic as well; default check_change alone. As --every-critic of mcp. */
    readonly every_critic?: boolean | undefined
  } | undefined
  /** What verifiers read, and who they are. */
  readonly verifiers?: {
    /** Model of the verifiers; default $PROOFLOOP_MODEL. As --model of verify, verify eval. */
    readonly model?: string | undefined
    /** An OpenAI-compatible API; default $PROOFLOOP_BASE_URL. As --base-url of verify, verify eval. */
    readonly base_url?: string | undefined
    /** The variable with the key; default OPENAI_API_KEY. As --api-key-env of verify, verify eval. */
    readonly api_key_env?: string | undefined
    /** Distinct lenses that have to agree; default and least 3. As --min-lenses of verify, verify consensus. */
    readonly min_lenses?: number | undefined
    /** For a PASS: distinct_models, distinct_evidence, brief, contract. As --require of verify, verify consensus, feedback process. */
    readonly require?: readonly string[] | undefined
    /** Files with the contract, read at the base. As --contract of verify. */
    readonly contract?: readonly string[] | undefined
    /** Tests at the base; default those of the changed files. As --tests of verify. */
    readonly tests?: readonly string[] | undefined
    /** Default CONVENTIONS.md, CONTRIBUTING.md and AGENTS.md. As --conventions of verify. */
    readonly conventions?: readonly string[] | undefined
    /** Lenses of your own: a Markdown file each, named after the lens. As --lens-dir of verify. */
    readonly lens_dir?: string | undefined
  } | undefined
  /** Where feedback is kept. */
  readonly feedback?: {
    /** The database, or postgres://...; default .proofloop/feedback.db in the repository. As --store of feedback. */
    readonly store?: string | undefined
  } | undefined
  /** How the pipeline plans, works, waits and spends. */
  readonly pipeline?: {
    /** Time limit for one answer of a model; default 600. As --model-timeout of pipeline, fleet run. */
    readonly model_timeout?: number | undefined
    /** Prompts of your own, Markdown files by the same names. As --prompt-dir of pipeline, fleet run. */
    readonly prompt_dir?: string | undefined
    /** Makes the plan; default the same model. As --planner-model of pipeline, fleet run. */
    readonly planner_model?: string | undefined
    /** Reads the pull request, several each; default the same model. As --reviewer-model of pipeline, fleet run. */
    readonly reviewer_model?: readonly string[] | undefined
    /** Repairs what CI found; default the same model. As --fixer-model of pipeline, fleet run. */
    readonly fixer_model?: string | undefined
    /** Judges those repairs; default $CRITIC_MODEL, else the same model. As --critic-model of pipeline, fleet run. */
    readonly critic_model?: string | undefined
    /** Judges the repository; default by its manifests. As --check of pipeline, fleet run. */
    readonly check?: string | undefined
    /** Time limit for one run of it; default 600. As --check-timeout of pipeline, fleet run. */
    readonly check_timeout?: number | undefined
    /** Installs what a tree needs, with the network; "" for none, default by lockfile. As --setup of pipeline, fleet run. */
    readonly setup?: string | undefined
    /** Memory of one command's processes together; default 4096. As --max-memory of pipeline, fleet run. */
    readonly max_memory?: number | undefined
    /** Processes of one command at a time; default 512. As --max-processes of pipeline, fleet run. */
    readonly max_processes?: number | undefined
    /** Bytes one command may write; default 8192. As --max-disk of pipeline, fleet run. */
    readonly max_disk?: number | undefined
    /** Run a model's code with your rights, without a sandbox. As --unsafe-host-runner of pipeline, fleet run. */
    readonly unsafe_host_runner?: boolean | undefined
    /** A bare repository for the pull requests of a checkout; default its .proofloop/forge.git. As --forge of pipeline, fleet run. */
    readonly forge?: string | undefined
    /** The CI of a repository on this machine; "" for none, default its check. As --ci of pipeline, fleet run. */
    readonly ci?: string | undefined
    /** Time between two looks at CI; default 30. As --ci-poll of pipeline, fleet run. */
    readonly ci_poll?: number | undefined
    /** Longest wait for CI; default 1200. As --ci-timeout of pipeline, fleet run. */
    readonly ci_timeout?: number | undefined
    /** Whether pull requests are drafts; default auto: where the forge has drafts. As --draft of pipeline, fleet run. */
    readonly draft?: "auto" | "never" | "always" | undefined
    /** Time limit for one git command; default 60, and 600 for what grows with the repository. As --git-timeout of pipeline, fleet run. */
    readonly git_timeout?: number | undefined
    /** The variable with the token; default GITHUB_TOKEN. As --github-token-env of pipeline, fleet run. */
    readonly github_token_env?: string | undefined
    /** A GitHub App in place of a token. As --github-app of pipeline, fleet run. */
    readonly github_app?: string | undefined
    /** The app's private key. As --github-app-key of pipeline, fleet run. */
    readonly github_app_key?: string | undefined
    /** The API; default https://api.github.com, an Enterprise server's ends in /api/v3. As --github-url of pipeline, fleet run. */
    readonly github_url?: string | undefined
    /** Where git pushes to; default the repository's page with .git. As --github-remote of pipeline, fleet run. */
    readonly github_remote?: string | undefined
    /** A fork that branches are pushed to. As --github-fork of pipeline, fleet run. */
    readonly github_fork?: string | undefined
    /** Commits end with Signed-off-by: "Ann <ann@example.org>". As --sign-off of pipeline, fleet run. */
    readonly sign_off?: string | undefined
    /** May instruct in reviews without being a member, such as a bot. As --trust-author of pipeline, fleet run. */
    readonly trust_author?: readonly string[] | undefined
    /** US dollars for a million tokens; without them no money is counted. As --prices of pipeline, fleet run. */
    readonly prices?: string | undefined
    /** Limit of one run, with --prices; default none. As --max-usd of pipeline, fleet run. */
    readonly max_usd?: number | undefined
    /** Limit of all runs of a day (UTC), with --prices; default none. As --max-usd-a-day of pipeline, fleet run. */
    readonly max_usd_a_day?: number | undefined
    /** Limit of one run; default 5000000. As --max-tokens of pipeline, fleet run. */
    readonly max_tokens?: number | undefined
    /** Limit of all runs of a day (UTC); default none. As --max-tokens-a-day of pipeline, fleet run. */
    readonly max_tokens_a_day?: number | undefined
    /** Limit of work in one run, without waiting; default 60. As --max-minutes of pipeline, fleet run. */
    readonly max_minutes?: number | undefined
    /** Limit of work in all runs of a day (UTC); default none. As --max-minutes-a-day of pipeline, fleet run. */
    readonly max_minutes_a_day?: number | undefined
    /** Most turns of a model for one subtask; default 40. As --max-turns of pipeline, fleet run. */
    readonly max_turns?: number | undefined
    /** Most open pull requests of runs in one repository; default 3. As --max-open-pulls of pipeline, fleet run. */
    readonly max_open_pulls?: number | undefined
    /** The database of runs, or postgres://...; default runs.db in that folder. As --store of pipeline, fleet, ui. */
    readonly store?: string | undefined
  } | undefined
  /** How many repositories are worked on, and what they may use together. */
  readonly fleet?: {
    /** Turns at a time in this process; default 4. As --concurrency of fleet run. */
    readonly concurrency?: number | undefined
    /** A repository gets a new run this long after its last one; default 24. As --begin-every of fleet run. */
    readonly begin_every?: number | undefined
    /** Size of all clones; those used longest ago go; default 20. As --max-clones of fleet run. */
    readonly max_clones?: number | undefined
    /** Calls a minute to each provider of models; default no limit. As --model-requests of fleet run. */
    readonly model_requests?: number | undefined
    /** Tokens a minute of each provider of models; default no limit. As --model-tokens of fleet run. */
    readonly model_tokens?: number | undefined
    /** Turns that begin in a minute, in one repository; default no limit. As --turn-starts of fleet run. */
    readonly turn_starts?: number | undefined
    /** Calls a minute to each account on a forge; default no limit. As --forge-requests of fleet run. */
    readonly forge_requests?: number | undefined
    /** Limit of a repository's runs in a day (UTC), with --prices. As --repository-usd-a-day of fleet run. */
    readonly repository_usd_a_day?: number | undefined
    /** Limit of a repository's runs in a day (UTC). As --repository-tokens-a-day of fleet run. */
    readonly repository_tokens_a_day?: number | undefined
    /** Limit of work in a repository's runs in a day (UTC). As --repository-minutes-a-day of fleet run. */
    readonly repository_minutes_a_day?: number | undefined
  } | undefined
}
