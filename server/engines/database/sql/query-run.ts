/** A finished statement. `isApart` is true if it ran outside the main thread; its time then includes waiting. */
export type QueryRun = { sql: string; parameters: readonly unknown[]; durationMs: number; isApart: boolean };
