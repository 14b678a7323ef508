import { languageOf } from "../../../code/language.ts"
import { readText } from "../../../code/readings.ts"
import type { TestFile } from "./test_case.ts"
import { MAX_TEXT, testReader } from "./test_file.ts"

/** The tests of a text; null: an unsupported language, too large, or it does not parse. */
export async function readTestFile(path: string, text: string): Promise<TestFile | null> {
  const language = languageOf(path)
  if (language === null || text.length > MAX_TEXT) return null
  return readText(testReader, language, text)
}
