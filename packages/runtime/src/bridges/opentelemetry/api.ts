/** Attributes of a span. */
export type Attributes = Record<string, string | number | boolean | string[]>

/** The part of an OpenTelemetry span that this library uses. */
export interface Span {
  setAttributes(attributes: Attributes): unknown
  setStatus(status: { code: number }): unknown
  addEvent(name: string, attributes: Attributes): unknown
  end(): void
}

/**
 * The part of `@opentelemetry/api` that this library uses, written down so that only hosts that trace need the
 * package.
 */
export interface OpenTelemetryApi {
  readonly trace: {
    getTracer(name: string): {
      // Methods, so that the narrower types of the package fit.
      startSpan(name: string, options: { kind: number; attributes: Attributes }, context: unknown): Span
    }
    setSpan(context: unknown, span: unknown): unknown
  }
  readonly context: { active(): unknown }
}
