export type { Attributes, OpenTelemetryApi, Span } from "./bridges/opentelemetry/api.ts"
export { type TracedRun, traceRun, type TraceRunOptions } from "./bridges/opentelemetry/trace_run.ts"
