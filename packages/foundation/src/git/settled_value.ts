/** The value of a settled promise. Throws what it was rejected with. */
export function settledValue<Value>(settled: PromiseSettledResult<Value>): Value {
  if (settled.status === "fulfilled") return settled.value
  throw settled.reason
}
