import { thrownMessage } from "@proofloop/foundation/errors"
import { openAICompatible } from "../openai_compatible.ts"

/** A program that aborts a call in the middle and must then end by itself; its argument is the base URL. */
const controller = new AbortController()
const model = openAICompatible({ base_url: process.argv[2] ?? "", model: "m" })
const onDelta = (): void => void setTimeout(() => controller.abort(new Error("the host aborts")), 20)

try {
  await model(
    { messages: [], tools: [], tool_choice: "auto" },
    { signal: controller.signal, on_delta: onDelta },
  )
} catch (error) {
  process.stdout.write(thrownMessage(error))
}
