import { oneLine } from "@proofloop/foundation/text"
import type { VerifierDecision } from "@proofloop/jobs/internal/verifier"
import type { Consensus } from "@proofloop/jobs/verifier"
import type { Style } from "../terminal/style.ts"
import { table } from "../terminal/table.ts"
import { paintOutcome } from "./outcome.ts"

export function consensusText(
  decided: Consensus,
  { hints }: Pick<VerifierDecision, "hints">,
  style: Style,
): string {
  const rows = decided.counted.map(({ lens, verdict, security, evidence, verifier }) => [
    paintVerdict(security === true ? `${verdict}, security` : verdict, style),
    oneLine(lens),
    style.dim(oneLine(verifier.id)),
    oneLine(evidence),
  ])
  const left_out = (["stale", "superseded", "own", "invalid"] as const)
    .filter((name) => decided[name] > 0)
    .map((name) => `${decided[name]} ${name}`)
  return [
    `${paintOutcome(decided.outcome, style)}  ${oneLine(decided.reason)}\n`,
    table(rows, style.width),
    left_out.length === 0 ? "" : `  not counted: ${left_out.join(", ")}\n`,
    ...decided.caveats.map(({ kind, says }) => `  caveat ${kind}: ${oneLine(says)}\n`),
    ...hints.map((hint) => `  hint: ${oneLine(hint)}\n`),
  ].join("")
}

function paintVerdict(text: string, style: Style): string {
  if (text === "pass") return style.green(text)
  return text.startsWith("fail") || text.includes("security") ? style.red(text) : style.yellow(text)
}
