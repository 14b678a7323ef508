/**
 * What is not mutated, by file and name of the declaration: tables of words and shapes, whose every row would need a test
 * that repeats it, and texts for people. A run is red if a file no longer declares one of the names.
 */
export const exclusions = {
  "evidence/check_command.ts": {
    RUNNERS: "table of runners",
    SCRIPT: "table of task names",
    TASKS: "table of task runners and their tasks",
    IDLE: "table of flags",
    INTERPRETER: "table of interpreters",
    BEFORE: "table of what may stand before a program",
    LAUNCHER: "table of launchers",
    CHOICE: "table of flags",
  },
  "evidence/environment.ts": {
    ENVIRONMENT: "table of messages",
    ENVIRONMENT_WORDS: "words of that table, a short cut that changes no answer",
    ERRNO: "error codes of that table, a short cut that changes no answer",
    TIMEOUT: "table of messages",
    TYPE_ERROR: "table of messages",
    BUILD: "table of messages",
    BUILD_WORDS: "words of those tables, a short cut that changes no answer",
  },
  "evidence/failing_line.ts": {
    FAILING: "table of words and marks",
    PASSING: "table of words and marks",
  },
  "evidence/noise_line.ts": {
    ONLY_TIMING: "table of words",
    HAS_TIME: "table of units",
    PROGRESS_BAR: "table of shapes",
    PROGRESS_WORDS: "table of words",
    CHATTER: "table of what builds print",
  },
  "evidence/number_noise.ts": {
    UNITS: "table of units",
    WARNINGS: "table of words",
    PLACES: "table of words",
    NUMBERED: "table of words",
    NUMBERED_KEY: "table of words",
    DURATION_KEY: "table of words",
    DEATHS: "table of words",
  },
  "evidence/operands.ts": { WORD: "table of words" },
  "evidence/redact.ts": { RULES: "table of the shapes of secrets" },
  "evidence/word_noise.ts": {
    EXTENSIONS: "table of file name extensions",
    LOCATION: "made of that table",
    RULES: "table of the shapes of noise; `min` and `needs` are short cuts that change no answer",
  },
  "evidence/words.ts": {
    has: "table of bits, any other distinct ones do as well",
    CLASSES: "table of characters",
  },
  "stall/knobs.ts": {
    knobs: "the table of knobs: its values are the requirements, and its texts are for people",
  },
}
