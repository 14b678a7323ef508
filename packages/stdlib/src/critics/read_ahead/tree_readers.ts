import { definitionReader } from "../../code/definition_reader.ts"
import { javaContextReader } from "../../code/java.ts"
import { signatureReader } from "../../code/signatures.ts"
import type { TreeReader } from "../../code/tree_reader.ts"
import { bodyReader } from "../completeness/stubs.ts"
import { caseReader } from "../forged/hard_coded.ts"
import { suppressionReader } from "../forged/suppressions.ts"
import { testReader } from "../forged/tests/test_file.ts"
import { exportReader } from "../preservation/exported_names.ts"
import { declaredReader } from "../preservation/rust_modules.ts"

export const treeReaders: ReadonlyMap<string, TreeReader<unknown>> = new Map(
  [
    definitionReader,
    exportReader,
    javaContextReader,
    declaredReader,
    testReader,
    bodyReader,
    caseReader,
    suppressionReader,
    signatureReader,
  ].map((reader) => [reader.name, reader]),
)
