import { readField } from "../../evidence/read_field.ts"

export interface StepMessage {
  readonly role: string
  /** The text, or its parts as the AI SDK has them. */
  readonly content: unknown
}

export interface FeedbackMessage {
  readonly role: "user"
  readonly content: string
}

export interface Nudges {
  readonly texts: readonly string[]
  add(text: string): void
  /**
   * The messages with every nudge in its place, or null if all are there already. A new nudge goes to the end. Later
   * it stands behind the message it followed, and goes when the host drops that message. Each nudge is there once,
   * although ai 7 carries a step's messages over and ai 6 forgets them.
   */
  place<M extends StepMessage>(messages: readonly M[]): (M | FeedbackMessage)[] | null
}

interface Nudge {
  readonly message: FeedbackMessage
  anchor: StepMessage | null
}

export function createNudges(): Nudges {
  const nudges: Nudge[] = []
  return {
    get texts() {
      return nudges.map(({ message }) => message.content)
    },
    add: (text) => void nudges.push({ message: { role: "user", content: text }, anchor: null }),
    place: (messages) => placeAll(nudges, messages),
  }
}

function placeAll<M extends StepMessage>(
  nudges: readonly Nudge[],
  messages: readonly M[],
): (M | FeedbackMessage)[] | null {
  const placed: (M | FeedbackMessage)[] = [...messages]
  const found = new Set<StepMessage>()
  for (const nudge of nudges) {
    const present = placed.find((message) => !found.has(message) && isNudge(message, nudge))
    if (present !== undefined) found.add(present)
    else if (nudge.anchor === null) {
      nudge.anchor = placed.findLast((message) => !found.has(message)) ?? nudge.message
      placed.push(nudge.message)
      found.add(nudge.message)
    } else {
      const { anchor } = nudge
      let at = placed.findLastIndex((message) => isSameMessage(message, anchor))
      if (at === -1) continue
      for (let next = placed[at + 1]; next !== undefined && found.has(next); next = placed[at + 1]) at += 1
      placed.splice(at + 1, 0, nudge.message)
      found.add(nudge.message)
    }
  }
  return placed.length === messages.length ? null : placed
}

function isNudge(message: StepMessage, { message: { content } }: Nudge): boolean {
  if (message.role !== "user") return false
  if (message.content === content) return true
  return (
    Array.isArray(message.content) &&
    message.content.length === 1 &&
    readField(message.content[0], "text") === content
  )
}

/** The message itself, or a copy of it, known by the calls it answers. */
function isSameMessage(message: StepMessage, anchor: StepMessage): boolean {
  if (message === anchor) return true
  const ids = callIds(anchor)
  return ids.length > 0 && callIds(message).some((id) => ids.includes(id))
}

function callIds({ content }: StepMessage): readonly unknown[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) => readField(part, "toolCallId") ?? [])
}
