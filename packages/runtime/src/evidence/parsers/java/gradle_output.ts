const GRADLE =
  /^> Task :|^FAILURE: Build (?:failed with an exception|completed with \d{1,6} failures)\.|^BUILD (?:FAILED|SUCCESSFUL) in \d|^\d{1,9} tests? completed, \d{1,9} failed|^> Configure project /m

/** Whether Gradle made the output: what javac says inside it is Gradle's to report. */
export function isGradleOutput(text: string): boolean {
  return GRADLE.test(text)
}
