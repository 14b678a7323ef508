import { configured, count, flag, personal, url, value, values } from "../arguments/option.ts"
import type { OptionSpec } from "../arguments/verb.ts"

/** The judged change and the place of its verdicts: the same options for every verb about verdicts. */
export const PLACE_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  repo: value("DIR", "The repository; default the current folder"),
  base: value("REF", "Base of the change; default HEAD"),
  head: value("REF", "Judge this commit instead of the work tree"),
  contract: configured(values("GLOB,...", "Files with the contract, read at the base"), "verifiers.contract"),
  tests: configured(
    values("GLOB,...", "Tests at the base; default those of the changed files"),
    "verifiers.tests",
  ),
  conventions: configured(
    values("GLOB,...", "Default CONVENTIONS.md, CONTRIBUTING.md and AGENTS.md"),
    "verifiers.conventions",
  ),
  ledger: value("FILE", "Default .proofloop/verdicts/TASK.jsonl"),
  "lens-dir": configured(
    value("DIR", "Lenses of your own: a Markdown file each, named after the lens"),
    "verifiers.lens_dir",
  ),
}

export const REQUIRE_OPTION: Readonly<Record<string, OptionSpec>> = {
  require: configured(
    {
      ...values("NAME,...", "For a PASS: distinct_models, distinct_evidence, brief, contract"),
      accepted: { kind: "names", known: ["distinct_models", "distinct_evidence", "brief", "contract"] },
    },
    "verifiers.require",
  ),
}

export const CONSENSUS_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  "min-lenses": configured(
    count("N", "Distinct lenses that have to agree; default and least 3", { least: 3 }),
    "verifiers.min_lenses",
  ),
  builder: value("ID", "The builder, whose verdicts do not count; default the commits' authors"),
  "no-builder": flag("Count verdicts of the commits' authors as well"),
  ...REQUIRE_OPTION,
}

export const VERIFIER_MODEL_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  model: {
    ...configured(
      value("NAME", "Model of the verifiers; default $PROOFLOOP_MODEL"),
      "verifiers.model",
      "model.name",
    ),
    env: "PROOFLOOP_MODEL",
  },
  "base-url": {
    ...configured(
      url("An OpenAI-compatible API; default $PROOFLOOP_BASE_URL"),
      "verifiers.base_url",
      "model.base_url",
    ),
    env: "PROOFLOOP_BASE_URL",
  },
  "api-key-env": personal(
    configured(
      value("NAME", "The variable with the key; default OPENAI_API_KEY"),
      "verifiers.api_key_env",
      "model.api_key_env",
    ),
  ),
  "prompt-dir": value("DIR", "For the verifiers: prompts of your own, by the same names"),
}
