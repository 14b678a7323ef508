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
  "evidence/operands.ts": {
    WORD: "table of words",
    ENDS_ON_WORD: "table of words",
    DIFF_HEADER: "table of words",
    AFTER_NAMES: "table of words",
    VALUE_NAMES: "table of words",
    TRAILING_DURATION: "table of units",
    TRAILING_LOCATION: "shapes of places in files",
  },
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
  "evidence/clock_noise.ts": {
    MONTH: "table of names",
    WEEKDAY: "table of names",
    ZONE: "table of names",
    CLOCK: "shape of a time of day",
    DATE: "shapes of dates",
  },
  "evidence/paths.ts": {
    TEMP_ROOT: "table of folders",
    RANDOM_PART: "shapes of names that a run makes up",
    ABSOLUTE: "shape of a path",
  },
  "evidence/parsers/error_line.ts": {
    ERROR_NAME: "shape of an error line",
    IS_NAME: "table of endings",
  },
  "evidence/parsers/node_test.ts": {
    TAP: "shapes of the lines this tool prints, held by its recorded output",
    SPEC: "shapes of the lines this tool prints, held by its recorded output",
  },
  "evidence/parsers/node_test/load_failure.ts": {
    FRAME_OR_FRAMING: "shapes of the lines this tool prints, held by its recorded output",
  },
  "evidence/parsers/node_test/spec.ts": {
    POINT: "shapes of the lines this tool prints, held by its recorded output",
    COUNT: "shapes of the lines this tool prints, held by its recorded output",
    DURATION: "shapes of the lines this tool prints, held by its recorded output",
    DIRECTIVE: "shapes of the lines this tool prints, held by its recorded output",
  },
  "evidence/parsers/node_test/spec_failure.ts": {
    FRAME: "shapes of the lines this tool prints, held by its recorded output",
    TIMED_OUT: "shapes of the lines this tool prints, held by its recorded output",
  },
  "evidence/parsers/node_test/tap.ts": {
    POINT: "shapes of the lines this tool prints, held by its recorded output",
    SUBTEST: "shapes of the lines this tool prints, held by its recorded output",
    COUNT: "shapes of the lines this tool prints, held by its recorded output",
    DIRECTIVE: "shapes of the lines this tool prints, held by its recorded output",
  },
  "evidence/parsers/pytest.ts": {
    SESSION: "shapes of the lines this tool prints, held by its recorded output",
    CLOSING: "shapes of the lines this tool prints, held by its recorded output",
    NODE_ID: "shapes of the lines this tool prints, held by its recorded output",
    CONFTEST: "shapes of the lines this tool prints, held by its recorded output",
    USAGE: "shapes of the lines this tool prints, held by its recorded output",
  },
  "evidence/parsers/pytest/blocks.ts": {
    HEADER: "shapes of the lines this tool prints, held by its recorded output",
    SECTION: "shapes of the lines this tool prints, held by its recorded output",
    PLACE: "shapes of the lines this tool prints, held by its recorded output",
    ERROR_LINE: "shapes of the lines this tool prints, held by its recorded output",
    PHASE: "shapes of the lines this tool prints, held by its recorded output",
  },
  "evidence/parsers/pytest/outcomes.ts": {
    SUMMARY: "shapes of the lines this tool prints, held by its recorded output",
    NODE_ID: "shapes of the lines this tool prints, held by its recorded output",
    PROGRESS: "shapes of the lines this tool prints, held by its recorded output",
    XDIST: "shapes of the lines this tool prints, held by its recorded output",
  },
  "evidence/parsers/script_prefix.ts": {
    PNPM_HEADER: "shapes of the lines these tools print, held by recorded output",
    TURBO_HEADER: "shapes of the lines these tools print, held by recorded output",
    TIMESTAMPED: "shapes of the lines these tools print, held by recorded output",
    TIMESTAMP: "shapes of the lines these tools print, held by recorded output",
  },
  "evidence/parsers/source_echo.ts": {
    PYTHON_FRAME: "shapes of the lines Python and Node print, held by recorded output",
    NODE_PLACE: "shapes of the lines Python and Node print, held by recorded output",
    CARETS: "shapes of the lines Python and Node print, held by recorded output",
    ERROR_WITH_MESSAGE: "shapes of the lines Python and Node print, held by recorded output",
  },
  "evidence/parsers/vitest.ts": {
    RECOGNISED: "shapes of the lines this tool prints, held by its recorded output",
    HEADER: "shapes of the lines this tool prints, held by its recorded output",
    RULE: "shapes of the lines this tool prints, held by its recorded output",
    UNCAUGHT: "shapes of the lines this tool prints, held by its recorded output",
    FRAME: "shapes of the lines this tool prints, held by its recorded output",
    ECHO: "shapes of the lines this tool prints, held by its recorded output",
    LISTED: "shapes of the lines this tool prints, held by its recorded output",
    TESTS: "shapes of the lines this tool prints, held by its recorded output",
    COVERAGE: "shapes of the lines this tool prints, held by its recorded output",
  },
  "evidence/terminal.ts": {
    ESCAPES: "shapes of escape sequences",
  },
  "stall/feedback.ts": {
    texts: "texts for the model; what they must name is a requirement with its own cases",
  },
  "stall/knobs.ts": {
    knobs: "the table of knobs: its values are the requirements, and its texts are for people",
  },
}
