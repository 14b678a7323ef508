// The gate between a model and the repository: what a critic rejects is taken back and asked for again; what all accept is
// committed.
import { createGate } from "@proofloop/stdlib/gate"
import { DISCOUNT, lastCommit, shopRepository } from "../shop_repository.ts"

const root = await shopRepository()
const gate = createGate({
  root,
  critics: { G8: false, build: false },
  env: {},
  on_event: ({ type, ...fields }) => console.log(type, type === "critic_gate.judged" ? "" : fields),
})

// Stands for your model: the first rewrite loses `parse`, the second one has read why that was rejected.
const outcome = await gate.submit(
  { id: "T001-S01", title: "Round prices", file_hints: ["discount.py"] },
  ({ attempt, feedback }) => {
    console.log(`attempt ${attempt}`, feedback === null ? "" : `after:\n${feedback}`)
    const whole = DISCOUNT.replace(
      "price - price * parse(text) / 100",
      "round(price - price * parse(text) / 100, 2)",
    )
    const careless = whole.slice(whole.indexOf("def apply"))
    const content = feedback === null ? careless : whole
    return {
      patches: [{ action: "modify", path: "discount.py", content }],
      commit_message: "fix: round prices to cents",
    }
  },
)
console.log(outcome.status, "after", outcome.attempts, "attempts")
console.log(lastCommit(root))
