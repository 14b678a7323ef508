/** Where time comes from, so that a run can be tested without waiting. */
export interface Clock {
  /** Milliseconds since the Unix epoch; never goes back. */
  now(): number
  /**
   * Resolves `ms` milliseconds later (0, negative or NaN: at once); rejects with the signal's reason when it aborts first.
   * Only for waiting that is all there is to do (a back-off, a delay): a virtual clock does not wait for real work.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}
