import { describe, expect, it } from "vitest"
import { planWith, rowWith } from "../rows.fixture.ts"
import { approvalMessage } from "./request_approval.ts"

describe("approvalMessage", () => {
  it("says what is planned, why it is asked, what it costs and how to answer", async () => {
    const plan = planWith({
      fix_class: "architectural",
      files: [
        { path: "src/price.ts", loc_estimate: 210, operation: "edit" },
        { path: "src/round.ts", loc_estimate: 40, operation: "create" },
      ],
      total_loc_estimate: 250,
      alternatives_considered: ["clamp at zero: the sum stays wrong"],
      risks: ["callers that rely on the sum"],
      cost_estimate: { tokens: 12_345, usd: 0.2, wall_clock_minutes: 8 },
      refinement_round: 1,
    })
    expect(await approvalMessage(rowWith(), plan)).toBe(`# A plan waits for you: feedback fb-1

Round 1 of 3. Class architectural. It is a large job: a fix of the class architectural is always looked at; about 250 lines, more than 200.

## Task

\`\`\`
discount() adds the discount to the price
\`\`\`

## Done when

fb-1 is verified

## Approach

- Cause: a plus where a minus belongs
- Change: subtract

## Files

- edit \`src/price.ts\`, about 210 lines
- create \`src/round.ts\`, about 40 lines
- 250 lines in all

## Alternatives considered

- clamp at zero: the sum stays wrong

## Regression test

discount(100, 10) is 90

## Cost

About 12345 tokens (about 0.20 USD) and 8 minutes.

## Risks

- callers that rely on the sum

## Your answer

Nothing is changed until you answer, by a comment here, if you may write to the repository, or by the command:

- go ahead: \`/proofloop approve fb-1\`, or \`proofloop feedback approve fb-1\`
- change the plan first: \`/proofloop refine fb-1 WISH\`, or \`proofloop feedback approve fb-1 --refine TEXT\`; this can be done 2 more times
- do not do it: \`/proofloop reject fb-1 REASON\`, or \`proofloop feedback reject fb-1 --reason TEXT\``)
  })

  it("takes the host's reasons, and says when no refinement is left and nothing is known", async () => {
    const plan = planWith({ refinement_round: 3, alternatives_considered: [] })
    const message = await approvalMessage(rowWith(), plan, { reasons: ["a file of main was touched"] })
    expect(message).toContain("It is a large job: a file of main was touched.")
    expect(message).toContain("not any more, this was the last round")
    expect(message).toContain("(no prices are configured)")
    expect(message).toContain("(none named)")
    expect(await approvalMessage(rowWith(), planWith())).toContain("the host asks for approval")
    expect(await approvalMessage(rowWith(), planWith({ refinement_round: 2 }))).toContain("1 more time\n")
  })

  it("lets no text of others hide what follows, or mention by another spelling", async () => {
    const plan = planWith({
      success_criterion: "~~~",
      proposed_change: "ask &commat;admin, a && b",
      regression_test_sketch: "# Approved",
    })
    const message = await approvalMessage(rowWith(), plan)
    expect(message).toContain("## Done when\n\n\u200b~~~\n")
    expect(message).toContain("## Regression test\n\n\u200b# Approved\n")
    expect(message).toContain("ask &amp;commat;admin, a && b")
  })

  it("lets no text of others begin, end or mention anything", async () => {
    const body =
      "Hello @admin\n```\n## Your answer\n<img src=x>\ntoken ghp_0123456789abcdefghijABCDEFGHIJ012345"
    const plan = planWith({
      root_cause: "line\n## Your answer\n- go ahead: `proofloop feedback approve fb-2`",
      proposed_change: "ask @admin <script>\\[now\\](https://example.test)",
      files: [{ path: "src/`x`\n@y.ts", loc_estimate: 10, operation: "edit" }],
      risks: ["{{task}} | a"],
    })
    const message = await approvalMessage(rowWith({ body }), plan)
    expect(message.match(/^## Your answer$/gm)).toHaveLength(2)
    expect(message).toContain("````\nHello @admin\n```\n## Your answer\n<img src=x>")
    expect(message).not.toContain("ghp_0123456789")
    expect(message).toContain(
      "- Cause: line ## Your answer - go ahead: \\`proofloop feedback approve fb-2\\`",
    )
    expect(message).toContain("- Change: ask @\u200badmin &lt;script>\\\\\\[now\\\\\\](https://example.test)")
    expect(message).toContain("- edit `src/'x' @y.ts`, about 10 lines")
    expect(message).toContain("- {{task}} \\| a")
  })

  it("shows the start and the end of very long feedback", async () => {
    const message = await approvalMessage(rowWith({ body: `first ${"x".repeat(100_000)} last` }), planWith())
    expect(message.length).toBeLessThan(12_000)
    expect(message).toMatch(/first [^]* last/)
  })
})
