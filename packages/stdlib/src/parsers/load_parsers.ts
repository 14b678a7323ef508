import type * as Parsers from "@proofloop/parsers"
import { UnableError } from "./unable_error.ts"

const PACKAGE = "@proofloop/parsers"

/** The parsers, an optional peer. When they are missing, throws an UnableError that says how to install them. */
export async function loadParsers(): Promise<typeof Parsers> {
  try {
    // A bundler cannot follow a specifier that is not constant. It must not: the package may be missing, and it holds
    // more than scripts.
    const loaded: unknown = await import(/* webpackIgnore: true */ /* @vite-ignore */ PACKAGE)
    return loaded as typeof Parsers
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new UnableError(`${PACKAGE} is not installed: npm install ${PACKAGE}`, { cause: error })
  }
}

/** If another package is missing, the installation is broken. */
function isMissing(error: unknown): boolean {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown }
  return code === "ERR_MODULE_NOT_FOUND" && String(message).includes(`'${PACKAGE}'`)
}
