import type { OptionSpec } from "../arguments/verb.ts"

/** What is judged and where verdicts on it are kept: the same for every verb that has to do with verdicts. */
export const place_options: Readonly<Record<string, OptionSpec>> = {
  repo: { type: "string", value: "DIR", doc: "The repository; default the current folder" },
  base: { type: "string", value: "REF", doc: "What the change started from; default HEAD" },
  head: { type: "string", value: "REF", doc: "Judge this commit instead of the work tree" },
  contract: {
    type: "string",
    value: "GLOB,...",
    multiple: true,
    doc: "Files that say what is promised, as they are at the base",
  },
  tests: {
    type: "string",
    value: "GLOB,...",
    multiple: true,
    doc: "Tests at the base; default those of the changed files",
  },
  conventions: {
    type: "string",
    value: "GLOB,...",
    multiple: true,
    doc: "Default CONVENTIONS.md, CONTRIBUTING.md and AGENTS.md",
  },
  ledger: { type: "string", value: "FILE", doc: "Default .proofloop/verdicts/TASK.jsonl" },
  "lens-dir": {
    type: "string",
    value: "DIR",
    doc: "Lenses of your own: a Markdown file each, named after the lens",
  },
}

/** What decides, beside what is judged. */
export const consensus_options: Readonly<Record<string, OptionSpec>> = {
  "min-lenses": {
    type: "string",
    value: "N",
    doc: "Distinct lenses that have to agree; default and least 3",
  },
  builder: { type: "string", value: "ID", doc: "Who built it: verdicts of this verifier do not count" },
}

/** Which model the verifiers are. */
export const verifier_model_options: Readonly<Record<string, OptionSpec>> = {
  model: { type: "string", value: "NAME", doc: "Of the verifiers; default $PROOFLOOP_MODEL" },
  "base-url": {
    type: "string",
    value: "URL",
    doc: "An OpenAI-compatible API; default $PROOFLOOP_BASE_URL",
  },
  "api-key-env": {
    type: "string",
    value: "NAME",
    doc: "The variable with the key; default OPENAI_API_KEY",
  },
  "prompt-dir": {
    type: "string",
    value: "DIR",
    doc: "For the verifiers: prompts of your own, by the same names",
  },
}
