import type { EventBase, EventBody, LoopEventType } from "@proofloop/runtime"

/** One type of event. */
export type EventOf<Type extends LoopEventType> = EventBase & Extract<EventBody, { readonly type: Type }>
