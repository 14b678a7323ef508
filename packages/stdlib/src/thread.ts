// The program of worker threads that read a large change; it exports nothing.
import "./critics/read_ahead/thread.ts"
