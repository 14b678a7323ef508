import { resolve } from "node:path"
import { InvalidOptionError, numberOption } from "@proofloop/foundation/errors"
import type { JsonObject } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { BRIEF_OPTION_NAMES, briefOptionsOf, checkBriefOptions } from "../brief/options.ts"
import { checkNames, checkRequirements } from "../consensus/options.ts"
import { chosenLenses, knownLens, lensIds } from "./lenses.ts"
import type { VerifierDecisionOptions, VerifierOptions } from "./verifiers.ts"

export interface CheckedVerifierOptions {
  /** In the order of the lenses. */
  readonly verifiers: readonly {
    readonly lens: string
    readonly model: Model
  }[]
  readonly ledger: string
  /** Turns of one verifier, at most. */
  readonly max_iterations: number
  /** Milliseconds for one verifier. */
  readonly timeout_ms: number
  /** Never throws. */
  readonly tell: (
    event: JsonObject & {
      /** Name of the event, such as "verifier.started". */
      readonly type: string
    },
  ) => void
}

const GATE_NAMES = [...BRIEF_OPTION_NAMES, "ledger", "lenses", "min_lenses", "requirements", "builder"]
const VERIFIER_NAMES = [
  ...GATE_NAMES,
  "model",
  "only",
  "max_iterations",
  "timeout_ms",
  "prompt_dir",
  "on_event",
]

/** Throws InvalidOptionError naming the option, before any model is asked. */
export function checkVerifierOptions(options: VerifierOptions): CheckedVerifierOptions {
  checkNames(options, VERIFIER_NAMES)
  checkGateOptions(decisionOptionsOf(options))
  const { max_iterations = 12, timeout_ms = 300_000, on_event } = options
  return {
    verifiers: verifiersOf(options, chosenLenses(options.lenses, options.only)),
    ledger: ledgerPath(options),
    max_iterations: numberOption("max_iterations", max_iterations, 1, 1000),
    timeout_ms: numberOption("timeout_ms", timeout_ms, 1, 2 ** 31 - 1),
    tell(event) {
      try {
        on_event?.(event)
      } catch {
        // A host's listener must not affect the verdict.
      }
    },
  }
}

/** Throws InvalidOptionError; resolves to the lenses that may count. */
export function checkGateOptions(options: VerifierDecisionOptions): readonly string[] {
  checkNames(options, GATE_NAMES)
  const { lenses: _lenses, ledger, min_lenses: min, requirements, builder, ...brief } = options
  checkBriefOptions(brief)
  const ids = lensIds(options.lenses)
  if (min !== undefined && !(Number.isInteger(min) && min >= 3 && min <= ids.length)) {
    const expected = `a whole number from 3 to ${ids.length}, the number of lenses`
    throw new InvalidOptionError({ option: "min_lenses", expected, got: min })
  }
  if (ledger !== undefined && (typeof ledger !== "string" || ledger === "")) {
    throw new InvalidOptionError({ option: "ledger", expected: "the path of a file", got: ledger })
  }
  checkRequirements(requirements)
  checkBuilder(builder)
  return ids
}

export function decisionOptionsOf(options: VerifierDecisionOptions): VerifierDecisionOptions {
  const { ledger, lenses, min_lenses, requirements, builder } = options
  return { ...briefOptionsOf(options), ledger, lenses, min_lenses, requirements, builder }
}

export function ledgerPath({ root, ledger }: Pick<VerifierDecisionOptions, "root" | "ledger">): string {
  return ledger === undefined ? resolve(root, ".proofloop/verdicts/default.jsonl") : resolve(ledger)
}

function checkBuilder(builder: VerifierDecisionOptions["builder"]): void {
  if (builder === undefined) return
  for (const key of ["id", "model_name"] as const) {
    const value = builder?.[key]
    if (value === undefined || value === null || (typeof value === "string" && value.trim() !== "")) continue
    throw new InvalidOptionError({ option: `builder.${key}`, expected: "a name", got: value })
  }
}

function verifiersOf(
  { model, lenses: own }: VerifierOptions,
  lenses: readonly string[],
): CheckedVerifierOptions["verifiers"] {
  if (typeof model === "function") return lenses.map((lens) => ({ lens, model }))
  const expected = "a model, or a model for each lens"
  if (typeof model !== "object" || model === null) {
    throw new InvalidOptionError({ option: "model", expected, got: model })
  }
  const given = new Map<string, Model>()
  for (const [lens, one] of Object.entries(model)) {
    const id = knownLens(lens, lensIds(own), `model.${lens}`)
    if (typeof one !== "function") {
      throw new InvalidOptionError({ option: `model.${lens}`, expected: "a model", got: one })
    }
    given.set(id, one)
  }
  return lenses.map((lens) => {
    const one = given.get(lens)
    if (one !== undefined) return { lens, model: one }
    throw new InvalidOptionError({ option: `model.${lens}`, expected, got: undefined })
  })
}
