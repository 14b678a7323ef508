/** The value that this part of the numbers does not exceed: 0.5 is the median. NaN of none. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
}
