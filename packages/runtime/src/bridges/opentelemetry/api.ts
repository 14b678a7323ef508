/** Attributes of a span. */
export type Attributes = Record<string, string | number | boolean | string[]>

/** The part of an OpenTelemetry span that this library uses. */
export interface Span {
  /** Adds attributes. */
  setAttributes(attributes: Attributes): unknown
  /** Marks the span: 1 is ok, 2 an error. */
  setStatus(status: { code: number }): unknown
  /** Adds an event that happened now. */
  addEvent(name: string, attributes: Attributes): unknown
  /** Ends the span now. */
  end(): void
}

/**
 * The part of `@opentelemetry/api` that this library uses, written down so that only hosts that trace need the
 * package.
 */
export interface OpenTelemetryApi {
  /** Where spans come from. */
  readonly trace: {
    getTracer(name: string): {
      // Methods, so that the narrower types of the package fit.
      startSpan(name: string, options: { kind: number; attributes: Attributes }, context: unknown): Span
    }
    setSpan(context: unknown, span: unknown): unknown
  }
  /** The span that is open in the host. */
  readonly context: { active(): unknown }
}
