/** What was asked for cannot be done: told beside the usage, with exit code 2. */
export class Misuse extends Error {}
