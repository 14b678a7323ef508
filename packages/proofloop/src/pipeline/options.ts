import {
  amount,
  choice,
  configured,
  configuredIn,
  count,
  flag,
  matching,
  personal,
  value,
  values,
} from "../arguments/option.ts"
import type { OptionSpec } from "../arguments/verb.ts"
import { MODEL_OPTIONS, PUBLISHING_OPTIONS, ROOM_OPTIONS } from "../jobs/options.ts"

type Options = Readonly<Record<string, OptionSpec>>

/** Of every action. */
export const STATE_OPTION: Options = {
  state: value("DIR", "Folder of runs, clones and costs; default .proofloop/pipeline in the home folder"),
  store: configured(
    value("FILE", "The database of runs, or postgres://...; default runs.db in that folder"),
    "pipeline.store",
  ),
}

export const REPORT_OPTIONS: Options = {
  format: choice(
    "NAME",
    ["text", "json", "html"],
    "text (default), json, or html: a page that loads nothing",
  ),
  out: value("FILE", "Write the report into this file instead of to stdout"),
}

/** How to work on a run; a resume takes these from the run, unless they are given again. */
export const KEPT_OPTIONS: Options = configuredIn("pipeline", {
  ...MODEL_OPTIONS,
  "planner-model": value("NAME", "Makes the plan; default the same model"),
  "reviewer-model": values("NAME", "Reads the pull request, several each; default the same model"),
  "fixer-model": value("NAME", "Repairs what CI found; default the same model"),
  "critic-model": value("NAME", "Judges those repairs; default $CRITIC_MODEL, else the same model"),
  check: value("COMMAND", "Judges the repository; default by its manifests"),
  "check-timeout": count("SECONDS", "Time limit for one run of it; default 600"),
  ...ROOM_OPTIONS,
  forge: value(
    "DIR",
    "A bare repository for the pull requests of a checkout; default its .proofloop/forge.git",
  ),
  ci: value("COMMAND", 'The CI of a repository on this machine; "" for none, default its check'),
  "ci-poll": count("SECONDS", "Time between two looks at CI; default 30"),
  "ci-timeout": count("SECONDS", "Longest wait for CI; default 1200"),
  ...PUBLISHING_OPTIONS,
  "sign-off": matching(
    value("NAME", 'Commits end with Signed-off-by: "Ann <ann@example.org>"'),
    /^[^<>\r\n]{1,200} <[^<>\s]{1,200}>$/,
    'a name and an address such as "Ann <ann@example.org>"',
  ),
  "trust-author": personal(values("NAME", "May instruct in reviews without being a member, such as a bot")),
  prices: matching(
    value("IN,OUT", "US dollars for a million tokens; without them no money is counted"),
    /^[0-9]{1,6}(?:\.[0-9]{1,6})?,[0-9]{1,6}(?:\.[0-9]{1,6})?$/,
    "IN,OUT such as 0.25,2",
  ),
  "max-usd": amount("Limit of one run, with --prices; default none"),
  "max-usd-a-day": amount("Limit of all runs of a day (UTC), with --prices; default none"),
  "max-tokens": count("N", "Limit of one run; default 5000000"),
  "max-tokens-a-day": count("N", "Limit of all runs of a day (UTC); default none"),
  "max-minutes": count("N", "Limit of work in one run, without waiting; default 60"),
  "max-minutes-a-day": count("N", "Limit of work in all runs of a day (UTC); default none"),
  "max-turns": count("N", "Most turns of a model for one subtask; default 40"),
  "max-open-pulls": count("N", "Most open pull requests of runs in one repository; default 3"),
})

const CALL_OPTIONS: Options = {
  "time-limit": count(
    "SECONDS",
    "Ends this call after so long, and the run can be resumed; 0 for none, default 3600",
    { least: 0 },
  ),
  ...STATE_OPTION,
}

export const RESUME_OPTIONS: Options = { ...KEPT_OPTIONS, ...CALL_OPTIONS }

export const FIX_CI_OPTIONS: Options = { branch: value("NAME", "Required"), ...RESUME_OPTIONS }

/** What a run does and leaves out. */
export const SWITCH_OPTIONS: Options = {
  "dry-run": flag("End with the plan"),
  approve: flag("Wait for a person's answer to the plan"),
  "no-self-review": flag("Let no model read the pull request"),
  "no-deep-review": flag("One reader instead of several"),
  "no-ci-watch": flag("Do not wait for CI"),
  "no-auto-fix-ci": flag("Report what CI found, and repair nothing"),
  integrate: flag("Fulfil reviewers' requests"),
  unchecked: flag("Go on with critics alone where no check can run"),
}

/** Also the options given only once, when a run begins. */
export const RUN_OPTIONS: Options = {
  base: value("BRANCH", "Branch for the pull request; default the default branch"),
  ...SWITCH_OPTIONS,
  reset: flag("Give up the active run there first"),
  resume: flag("Go on with the active run there, if there is one"),
  ...RESUME_OPTIONS,
}
