import { orderKind } from "../../orders_kind.fixture.ts"
import { copyStore } from "./copy_store.ts"

/** Copies a store in its own process. */
const [from = "", to = ""] = process.argv.slice(2)
const { rows } = await copyStore(from, to, { kinds: [orderKind] })
process.stdout.write(`${rows}\n`)
