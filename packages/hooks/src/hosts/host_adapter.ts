import type { JsonObject } from "@proofloop/foundation/text"
import type { HookReply } from "../events/hook_reply.ts"
import type { HostName, ToldEvent } from "../events/host_event.ts"

/** One host's hooks: a pure mapping from its input to an event, and from a reply to its answer. Neither ever throws. */
export interface HostAdapter {
  readonly host: HostName
  /**
   * Reads the host's input; null for an event without meaning here and for unreadable input. `transcript` is the end
   * of the host's own record of the session, for hosts whose input lacks facts that the record has.
   */
  readonly read: (input: JsonObject, transcript: string | null) => ToldEvent | null
  /** The smallest answer that the host accepts for the reply; null is an empty answer. */
  readonly answer: (reply: HookReply, input: JsonObject) => JsonObject | null
  /** The path of that record, by an input that needs it; absent where the input is enough. */
  readonly transcriptPath?: (input: JsonObject) => unknown
}
