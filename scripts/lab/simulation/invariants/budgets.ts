import type { AgentLoopOptions } from "@proofloop/runtime"
import { judgeCap } from "../host.ts"
import { courseOf, firstOf, grantedTurns, type Invariant } from "./invariant.ts"

/** The most iterations a run may have, by its options alone. */
function mostIterations({ max_iterations, iteration_budget }: Partial<AgentLoopOptions>): number {
  const given = typeof iteration_budget === "object" ? (iteration_budget.max ?? Infinity) : Infinity
  return Math.min(given, max_iterations ?? Infinity)
}

export const iterationsStayInBudget: Invariant = {
  name: "iterations stay within the budget",
  difference: (chain) => {
    const granted = courseOf(chain)
      .map((event) => grantedTurns(event))
      .reduce((sum, turns) => sum + turns, 0)
    const most = mostIterations(chain.plan.options) + granted
    const used = chain.result?.usage.iterations ?? 0
    if (used > most) return `${used} iterations, ${most} allowed`
    const turns = courseOf(chain).filter(({ type }) => type === "iteration_start").length
    return turns > most ? `${turns} turns begin, ${most} allowed` : null
  },
}

export const amountsStayInBudget: Invariant = {
  name: "tokens and cost are exceeded by no more than the call in flight",
  difference: ({ world, plan }) => {
    const { token_budget = Infinity, total_cost_usd = Infinity } = plan.options
    let [tokens, cost] = [0, 0]
    return firstOf(
      world.effects.filter(({ kind, is_lost }) => kind === "model" && !is_lost),
      ({ name, facts }) => {
        const call = name === "none" ? "the wrap-up" : "a model call"
        if (tokens >= token_budget) return `${call} begins with ${tokens} of ${token_budget} tokens used`
        if (cost >= total_cost_usd) return `${call} begins with ${cost} of ${total_cost_usd} USD used`
        tokens += Number(facts["tokens"] ?? 0)
        cost += Number(facts["cost"] ?? 0)
        return null
      },
    )
  },
}

/** With a host's clock the time is read at turn borders; the system's interrupts, so that nothing begins after it. */
export const timeStaysInBudget: Invariant = {
  name: "no turn begins when the time is up",
  difference: (chain) => {
    const { options } = chain.plan
    // An event told again has the time of its second telling.
    if (options.wall_clock_ms === undefined || chain.lives.length > 1) return null
    const { wall_clock_ms } = options
    const late = courseOf(chain).find(
      (event) =>
        event.at_ms >= wall_clock_ms &&
        (event.type === "iteration_start" ||
          (chain.plan.clock === "system" &&
            event.at_ms > wall_clock_ms &&
            (event.type === "model_call_start" || event.type === "tool_call_start"))),
    )
    return late === undefined ? null : `${late.type} ${late.seq} at ${late.at_ms} of ${wall_clock_ms} ms`
  },
}

export const retriesStayInBudget: Invariant = {
  name: "a model call is tried no more often than allowed",
  difference: (chain) => {
    const most = chain.plan.options.transport_retry?.max_attempts ?? 3
    let tries = 0
    return firstOf(courseOf(chain), (event) => {
      if (event.type === "iteration_start") tries = 0
      if (event.type !== "model_call_start" || event.purpose !== "turn") return null
      tries += 1
      return tries > most ? `try ${tries} of ${most} in iteration ${event.iteration}` : null
    })
  },
}

export const verificationsStayInBudget: Invariant = {
  name: "vetoes, unable verdicts and judges stay within their caps",
  difference: (chain) => {
    const { options, hosts, seed } = chain.plan
    const { max_verify_attempts = 20, max_verify_unable = 3 } = options
    const course = courseOf(chain)
    const vetoes = course.filter(
      (event) => event.type === "verification_end" && event.status === "fail",
    ).length
    if (vetoes > max_verify_attempts) return `${vetoes} vetoes, ${max_verify_attempts} allowed`
    let unable = 0
    for (const event of course) {
      if (event.type !== "verification_end" || event.status === "interrupted") continue
      unable = event.status === "unable" ? unable + 1 : 0
      if (unable > max_verify_unable)
        return `${unable} unable verdicts in a row, ${max_verify_unable} allowed`
    }
    const cap = judgeCap(seed)
    if (cap === 0 || hosts.done_judge === null) return null
    const asked = course.filter(
      (event) => event.type === "judge_decision" && event.judge === "done_judge",
    ).length
    return asked > cap ? `the done judge is asked ${asked} times, ${cap} allowed` : null
  },
}
