import type { JsonObject } from "@proofloop/foundation/text"
import type { HookReply } from "../events/hook_reply.ts"
import type { HostName, ToldEvent } from "../events/host_event.ts"

/** One host's hooks: a pure mapping from what it sends to an event, and from a reply to what it reads. Neither ever throws. */
export interface HostAdapter {
  readonly host: HostName
  /**
   * Reads the host's input; null for an event without meaning here and for unreadable input. `transcript` is the end of
   * the host's own record of the session, for hosts whose input lacks what the record has.
   */
  readonly read: (input: JsonObject, transcript: string | null) => ToldEvent | null
  /** The least that the host accepts for the reply to that input; null is an empty answer. */
  readonly answer: (reply: HookReply, input: JsonObject) => JsonObject | null
  /** The input's field with the path of that record; absent where the input tells all. */
  readonly transcript_field?: string | undefined
}
