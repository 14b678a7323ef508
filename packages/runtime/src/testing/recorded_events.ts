export class RecordedEvents<Event extends { readonly type: string }> extends Array<Event> {
  types(): string[] {
    return Array.from(this, (event) => event.type)
  }

  of<Type extends Event["type"]>(type: Type): Array<Extract<Event, { readonly type: Type }>> {
    return Array.from(this).filter(
      (event): event is Extract<Event, { readonly type: Type }> => event.type === type,
    )
  }
}

/**
 * Collects the events of a run until they end; start it before awaiting the result, or after. Rejects as the events do,
 * and after `max_events` (default 100 000).
 */
export async function recordEvents<Event extends { readonly type: string }>(
  run:
    | AsyncIterable<Event>
    | {
        readonly events: AsyncIterable<Event>
      },
  {
    max_events = 100_000,
  }: {
    /** Most events that are collected; one more rejects. Default 100 000. */
    readonly max_events?: number | undefined
  } = {},
): Promise<RecordedEvents<Event>> {
  const recorded = new RecordedEvents<Event>()
  for await (const event of "events" in run ? run.events : run) {
    if (recorded.length >= max_events) throw new Error(`recordEvents: more than ${max_events} events`)
    recorded.push(event)
  }
  return recorded
}
