/** What a schema expects, in words. What zod says by itself repeats what it got, which an option error says anyway. */
export function expectedBy(message = "valid options"): string {
  const type = /^Invalid input: expected (\w+), received /.exec(message)?.[1]
  if (type === undefined) return message
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`
}
