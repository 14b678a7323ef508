import type { Remainder, RunReplay } from "@proofloop/replay"
import { countOf, roundFigure } from "../figures.ts"
import { element } from "./dom.ts"

/** What there is to say about a run as a whole, in short sentences. */
export function runFacts(run: RunReplay): readonly Node[] {
  return facts(run).flatMap((fact) => [fact, new Text(" ")])
}

function facts(run: RunReplay): readonly HTMLElement[] {
  const [first] = run.trips
  const length = amount({ turns: run.turns, tokens: run.tokens })
  if (first === undefined) return [fact("", `${length}. The detector would have said nothing.`)]
  const stop = run.trips.find(({ hard_stop }) => hard_stop)
  return [
    fact("", `${length}, ${countOf(run.trips.length, "trip")}.`),
    fact("at-stake", `At stake after the first trip, at turn ${first.turn}: ${amount(run.after_trip)}.`),
    ...(stop === undefined
      ? []
      : [
          fact(
            "at-stake hard",
            `After the hard stop at turn ${stop.turn}: ${amount(run.after_hard_stop)}, an upper bound.`,
          ),
        ]),
    ending(run),
  ]
}

function ending(run: RunReplay): HTMLElement {
  if (run.recovered_after_hard_stop)
    return fact("harm", "Harm: the run went on to pass after a hard stop would have ended it.")
  return run.recovered_after_trip
    ? fact("recovered", "The run recovered: it went on to pass after a trip.")
    : fact("", "The run did not pass after it had tripped.")
}

function amount({ turns, tokens }: Remainder): string {
  return countOf(turns, "turn") + (tokens === undefined ? "" : ` and ${roundFigure(tokens)} tokens`)
}

function fact(name: string, text: string): HTMLElement {
  return element("span", { class: name }, text)
}
