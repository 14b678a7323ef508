/** Attributes of a span. */
export type Attributes = Record<string, string | number | boolean | string[]>

/** What this library uses of a span of OpenTelemetry. */
export interface Span {
  setAttributes(attributes: Attributes): unknown
  setStatus(status: { code: number }): unknown
  addEvent(name: string, attributes: Attributes): unknown
  end(): void
}

/** What this library uses of `@opentelemetry/api`, written down so that nobody needs the package who does not trace. */
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
