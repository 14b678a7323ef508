/** What a journal needs to know of an effect beyond its key. */
export interface StepOptions<T> {
  /** An effect that ends after its run was stopped has no outcome to keep. */
  readonly signal?: AbortSignal | undefined
  /** Looks ahead, before the effect: its answer is recorded with the start of the effect. */
  readonly plan?: (() => Promise<unknown>) | undefined
  /** Decides an effect in doubt (started, not finished) by its plan; without it, it runs again. */
  readonly settle?: ((plan: unknown) => Promise<{ readonly value: T } | "run_again">) | undefined
}

/** The seam every effect of a run goes through, under a key that is unique within the run. */
export type Step = <T>(key: string, effect: () => Promise<T>, options?: StepOptions<T>) => Promise<T>
