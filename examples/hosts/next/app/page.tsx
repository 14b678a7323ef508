"use client"
import { useChat } from "@ai-sdk/react"
import type { LoopEvent } from "@proofloop/runtime"
import type { UiMetadata } from "@proofloop/runtime/ui-stream"
import { getToolName, isToolUIPart, type UIMessage } from "ai"
import { type SubmitEvent, useState } from "react"

/** What a run tells beside the model's text and its tools. */
type RunMessage = UIMessage<UiMetadata, { proofloop: LoopEvent }>

export default function Page() {
  const [task, setTask] = useState("Make the failing test pass")
  const { messages, sendMessage, status, stop, error } = useChat<RunMessage>()
  const is_busy = status === "submitted" || status === "streaming"

  function send(event: SubmitEvent) {
    event.preventDefault()
    void sendMessage({ text: task })
  }

  return (
    <main>
      <h1>Repairs</h1>
      {messages.map(({ id, parts, metadata }) => (
        <article key={id}>
          <ol>{parts.map(textOf).map((text, at) => text !== "" && <li key={at}>{text}</li>)}</ol>
          {metadata && <output>{`${metadata.status}, verified: ${metadata.verified}`}</output>}
        </article>
      ))}
      {error && <p role="alert">{error.message}</p>}
      <form onSubmit={send}>
        <input aria-label="Task" required value={task} onChange={({ target }) => setTask(target.value)} />
        <button disabled={is_busy}>Send</button>
        <button type="button" disabled={!is_busy} onClick={() => void stop()}>
          Stop
        </button>
      </form>
    </main>
  )
}

function textOf(part: RunMessage["parts"][number]): string {
  if (part.type === "text") return part.text
  if (part.type === "data-proofloop") {
    return part.data.type === "verification_end" ? `the check says ${part.data.status}` : ""
  }
  if (!isToolUIPart(part)) return ""
  const answer = part.state === "output-available" ? part.output : (part.errorText ?? "...")
  return `${getToolName(part)} ${JSON.stringify(part.input)}: ${String(answer)}`
}
