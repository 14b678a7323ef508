import { readBuildToolErrors } from "./gcc_clang/build_tool.ts"
import { readCompilerErrors } from "./gcc_clang/compiler.ts"
import { readLinkerErrors } from "./gcc_clang/linker.ts"
import type { OutputParser } from "./parser.ts"

/** Reads gcc and clang, the linkers behind them, and what make, ninja and CMake say of themselves. */
export const gccClangParser: OutputParser = {
  name: "gcc_clang",
  marks: [
    ": error: ",
    ": fatal error: ",
    "undefined reference to ",
    "multiple definition of ",
    "cannot find -l",
    '", referenced from:',
    ": *** ",
    "ninja: error: ",
    "CMake Error",
    "ake: *** ",
    ": Command not found",
    ": No such file or directory",
  ],
  recognises: (text) =>
    /error: |undefined reference to |multiple definition of |cannot find -l|referenced from:|: \*\*\* |CMake Error|ake(?:\[\d{1,4}\])?: /.test(
      text,
    ),
  parse: (text) => {
    const lines = text.split("\n")
    const diagnostics = [
      ...readCompilerErrors(lines),
      ...readLinkerErrors(lines),
      ...readBuildToolErrors(lines),
    ]
    return diagnostics.length === 0 ? null : { diagnostics, tests_run: null, ran_test_ids: null }
  },
}
