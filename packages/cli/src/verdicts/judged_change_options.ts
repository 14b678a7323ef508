import { flag, value, values } from "../arguments/option.ts"
import type { OptionSpec } from "../arguments/verb.ts"

/** What is judged and where verdicts on it are kept: the same for every verb that has to do with verdicts. */
export const PLACE_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  repo: value("DIR", "The repository; default the current folder"),
  base: value("REF", "What the change started from; default HEAD"),
  head: value("REF", "Judge this commit instead of the work tree"),
  contract: values("GLOB,...", "Files that say what is promised, as they are at the base"),
  tests: values("GLOB,...", "Tests at the base; default those of the changed files"),
  conventions: values("GLOB,...", "Default CONVENTIONS.md, CONTRIBUTING.md and AGENTS.md"),
  ledger: value("FILE", "Default .proofloop/verdicts/TASK.jsonl"),
  "lens-dir": value("DIR", "Lenses of your own: a Markdown file each, named after the lens"),
}

export const REQUIRE_OPTION: Readonly<Record<string, OptionSpec>> = {
  require: values("NAME,...", "For a PASS: distinct_models, distinct_evidence, brief, contract"),
}

export const CONSENSUS_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  "min-lenses": value("N", "Distinct lenses that have to agree; default and least 3"),
  builder: value("ID", "Who built it: verdicts of this verifier do not count; default the commits' authors"),
  "no-builder": flag("Verdicts of the commits' authors count as well"),
  ...REQUIRE_OPTION,
}

export const VERIFIER_MODEL_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  model: value("NAME", "Of the verifiers; default $PROOFLOOP_MODEL"),
  "base-url": value("URL", "An OpenAI-compatible API; default $PROOFLOOP_BASE_URL"),
  "api-key-env": value("NAME", "The variable with the key; default OPENAI_API_KEY"),
  "prompt-dir": value("DIR", "For the verifiers: prompts of your own, by the same names"),
}
