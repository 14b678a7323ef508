import { parentPort } from "node:worker_threads"
import { answerWith } from "./critics/read_ahead/thread.ts"

// The program of the threads that read a large change; it exports nothing.
if (parentPort !== null) answerWith(parentPort)
