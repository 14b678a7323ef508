import fc from "fast-check"

/** What changes from run to run without meaning. */
export interface Noise {
  readonly duration: string
  readonly address: string
  readonly folder: string
  readonly test_run: number
  readonly time: string
}

/** Failures that differ in meaning, some of them by one digit only. The rest of the output is noise. */
const meanings: readonly ((noise: Noise) => string)[] = [
  ({ duration }) => `AssertionError: expected 3, got 4 (${duration})\n12 tests took ${duration}`,
  ({ duration }) => `AssertionError: expected 3, got 5 (${duration})\n12 tests took ${duration}`,
  ({ duration }) => `AssertionError: expected 13, got 4 (${duration})\n12 tests took ${duration}`,
  ({ address }) => `TypeError: cannot call <Session object at ${address}>`,
  ({ address }) => `TypeError: cannot read <Session object at ${address}>`,
  ({ folder }) => `cp: cannot stat '${folder}/out.txt': No such file or directory`,
  ({ folder }) => `cp: cannot stat '${folder}/in.txt': No such file or directory`,
  ({ test_run }) => `OSError: cannot open /tmp/pytest-of-ci/pytest-${test_run}/test_one0/config.ini`,
  ({ test_run }) => `OSError: cannot open /tmp/pytest-of-ci/pytest-${test_run}/test_one0/setup.cfg`,
  ({ time, duration }) => `${time} ERROR build failed after ${duration}\nerror TS2322: wrong type`,
  ({ time, duration }) => `${time} ERROR build failed after ${duration}\nerror TS2345: wrong type`,
]

export const meaningCount: number = meanings.length

/** The output of a check that fails in one of these ways. */
export function failureText(meaning: number, noise: Noise): string {
  return meanings[meaning % meanings.length]?.(noise) ?? ""
}

const hex = fc.stringMatching(/^[0-9a-f]{8}$/)

export const noise: fc.Arbitrary<Noise> = fc.record({
  duration: fc.oneof(
    fc.integer({ min: 1, max: 99_999 }).map((ms) => `${ms}ms`),
    fc.integer({ min: 1, max: 99_999 }).map((ms) => `${(ms / 100).toFixed(2)}s`),
  ),
  address: hex.map((digits) => `0x7f12${digits}`),
  folder: hex.map((digits) => `/tmp/tmp${digits}`),
  test_run: fc.nat(999),
  time: fc
    .date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString()),
})

/** What pytest prints of some failing tests of six. */
export function pytestOutput(failing: readonly string[]): string {
  const passed = Math.max(0, 6 - failing.length)
  return [
    "============================= test session starts ==============================",
    "collected 6 items",
    "",
    "=========================== short test summary info ============================",
    ...failing.map((test_id) => `FAILED ${test_id} - assert 1 == 2`),
    `========================= ${failing.length} failed, ${passed} passed in 0.12s =========================`,
  ].join("\n")
}
