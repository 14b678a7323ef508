import { element, pill, printed, section } from "../../../kit/client/dom.ts"
import type { Comparison, Evidence, Proof, Side, Verdict } from "../../sources/row_view.ts"
import type { Keyed } from "./patch.ts"

export function evidenceParts({ comparisons, verdicts, proofs, not_covered }: Evidence): readonly Keyed[] {
  return [
    ...(comparisons.length === 0
      ? []
      : [
          part("comparisons", comparisons, () => section("Both sides", {}, ...comparisons.map(comparisonOf))),
        ]),
    ...(verdicts.length === 0
      ? []
      : [
          part("verdicts", verdicts, () =>
            section("Verdicts", {}, element("ul", { class: "verdicts" }, ...verdicts.map(verdictOf))),
          ),
        ]),
    ...(proofs.length === 0
      ? []
      : [
          part("proofs", proofs, () =>
            section("Proof", {}, element("ul", { class: "verdicts" }, ...proofs.map(proofOf))),
          ),
        ]),
    part("not_covered", not_covered, () =>
      section(
        "What it does not cover",
        {},
        not_covered.length === 0
          ? element("p", { class: "none" }, "Nothing that is known of.")
          : element("ul", { class: "plain" }, ...not_covered.map((text) => element("li", {}, text))),
      ),
    ),
  ]
}

function part(key: string, state: unknown, make: () => HTMLElement): Keyed {
  return { key, state: JSON.stringify(state), make }
}

function comparisonOf({ title, verdict, tone, before, after }: Comparison): HTMLElement {
  return element(
    "div",
    { class: "comparison" },
    element("h3", {}, title),
    element("p", {}, pill(verdict, tone)),
    element(
      "div",
      { class: "sides" },
      ...[before, after].flatMap((side) => (side === null ? [] : [sideOf(side)])),
    ),
  )
}

function sideOf({ title, outcome, tone, output }: Side): HTMLElement {
  return element(
    "div",
    { class: `side ${tone}`.trim() },
    element("h4", {}, title),
    element("p", {}, outcome),
    output !== "" && printed(output, `Output, ${title}`),
  )
}

function verdictOf({ by, verdict, tone, text, caveats }: Verdict): HTMLElement {
  return element(
    "li",
    {},
    element("p", { class: "top" }, element("b", {}, by), pill(verdict, tone)),
    text !== "" && element("p", {}, text),
    ...caveats.map((caveat) => element("p", { class: "caveat" }, caveat)),
  )
}

function proofOf({ title, check, outcome, tone, caveat }: Proof): HTMLElement {
  return element(
    "li",
    {},
    element(
      "p",
      { class: "top" },
      element("b", {}, title),
      tone !== "" && pill(tone === "good" ? "holds" : tone === "warn" ? "unproven" : "does not hold", tone),
    ),
    element("p", {}, outcome),
    check !== "" && element("p", { class: "sub" }, element("code", {}, check)),
    caveat !== "" && element("p", { class: "caveat" }, caveat),
  )
}
