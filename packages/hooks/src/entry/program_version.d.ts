declare const __PROGRAM_VERSION__: string
