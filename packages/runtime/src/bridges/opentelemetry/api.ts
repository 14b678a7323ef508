/** Attributes of a span. */
export type Attributes = Record<string, string | number | boolean | string[]>

/** The part of an OpenTelemetry span that this library uses. */
export interface Span {
  /** Adds attributes. */
  setAttributes(attributes: Attributes): unknown
  /** Marks the span: 1 is ok, 2 an error. */
  setStatus(status: {
    /** OpenTelemetry's SpanStatusCode: 1 is ok, 2 an error. */
    code: number
  }): unknown
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
    /** The tracer of a library of this name. */
    getTracer(name: string): {
      // Methods, so that the narrower types of the package fit.
      /** Begins a span below the one in `context`. */
      startSpan(
        name: string,
        options: {
          /** OpenTelemetry's SpanKind: 0 is internal, 2 a client. */
          kind: number
          /** Attributes that the span begins with. */
          attributes: Attributes
        },
        context: unknown,
      ): Span
    }
    /** A copy of the context in which this span is open. */
    setSpan(context: unknown, span: unknown): unknown
  }
  /** The span that is open in the host. */
  readonly context: {
    /** The context that the host's code runs in now. */
    active(): unknown
  }
}
