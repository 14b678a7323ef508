import type { Diagnosis } from "./diagnose.ts"

const WORDS_OF_NO_CAUSE: ReadonlySet<string> = new Set(
  [
    "a an the with of in error errors failed failure fails check command process program script shell tool call",
    "exit exited exits ended finished completed returned return status code non zero nonzero",
    "no nothing none empty output stdout stderr found match matches result results files entries lines",
  ].flatMap((words) => words.split(" ")),
)
const LONGEST = 120

/** Whether a failure says only that it failed ("Exit code 1") or found nothing. Two such need not be the same. */
export function saysNothing({ diagnostics }: Pick<Diagnosis, "diagnostics">): boolean {
  return diagnostics.every(({ message }) => message.length <= LONGEST && namesNoCause(message))
}

function namesNoCause(message: string): boolean {
  return message
    .toLowerCase()
    .split(/[^\p{L}]/u)
    .every((word) => word === "" || WORDS_OF_NO_CAUSE.has(word))
}
