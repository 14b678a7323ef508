import { type Model, openAICompatible, scriptedModel } from "@proofloop/runtime"

/** The model that the environment names, else a scripted one that claims success, is vetoed, and then mends the sum. */
export function repairModel(): Model {
  const { PROOFLOOP_MODEL: model, PROOFLOOP_BASE_URL: base_url, OPENAI_API_KEY: api_key } = process.env
  if (model && base_url) return openAICompatible({ base_url, model, api_key })
  const fix = { path: "sum.js", old_text: "a - b", new_text: "a + b" }
  const steps = [
    { text: "All tests pass." },
    { tool_calls: [{ name: "edit_file", arguments: fix }] },
    { text: "Fixed: sum subtracted." },
  ]
  // The turn is read from the conversation, so that a resumed run goes on where it was.
  return scriptedModel(steps, { turn_from: "transcript" })
}
