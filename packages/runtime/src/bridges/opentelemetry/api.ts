export type Attributes = Record<string, string | number | boolean | string[]>

export interface Span {
  setAttributes(attributes: Attributes): unknown
  /** Marks the span: 1 is ok, 2 an error. */
  setStatus(status: {
    /** OpenTelemetry's SpanStatusCode: 1 is ok, 2 an error. */
    code: number
  }): unknown
  addEvent(name: string, attributes: Attributes): unknown
  end(): void
}

/** The part of `@opentelemetry/api` that this library uses, written down so that only hosts that trace need the package. */
export interface OpenTelemetryApi {
  readonly trace: {
    getTracer(name: string): {
      // Methods, so that the narrower types of the package fit.
      /** Begins a span below the one in `context`. */
      startSpan(
        name: string,
        options: {
          /** OpenTelemetry's SpanKind: 0 is internal, 2 a client. */
          kind: number
          attributes: Attributes
        },
        context: unknown,
      ): Span
    }
    /** A copy of the context in which this span is open. */
    setSpan(context: unknown, span: unknown): unknown
  }
  readonly context: {
    /** The context that the host's code runs in now. */
    active(): unknown
  }
}
