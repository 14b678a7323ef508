import type * as Parsers from "@proofloop/parsers"
import { UnableError } from "./unable_error.ts"

const PACKAGE = "@proofloop/parsers"

/** The parsers, an optional peer. Throws an UnableError that says how to install them when they are not there. */
export async function loadParsers(): Promise<typeof Parsers> {
  try {
    // No bundler follows a specifier that is not constant: it may lead nowhere, and what it leads to is no script alone.
    const loaded: unknown = await import(/* webpackIgnore: true */ /* @vite-ignore */ PACKAGE)
    return loaded as typeof Parsers
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new UnableError(`${PACKAGE} is not installed: npm install ${PACKAGE}`, { cause: error })
  }
}

/** Another package that is missing is a broken installation. */
function isMissing(error: unknown): boolean {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown }
  return code === "ERR_MODULE_NOT_FOUND" && String(message).includes(`'${PACKAGE}'`)
}
