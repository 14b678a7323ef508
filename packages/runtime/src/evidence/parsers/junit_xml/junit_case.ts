export interface JunitCase {
  readonly test_id: string
  readonly attributes: ReadonlyMap<string, string>
  readonly failures: JunitFailure[]
  is_skipped: boolean
}

export interface JunitFailure {
  readonly attributes: ReadonlyMap<string, string>
  text: string
}
