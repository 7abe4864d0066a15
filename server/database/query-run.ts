/** `isApart` if it ran outside the server's own thread; its time then includes the waiting. */
export type QueryRun = { sql: string; parameters: readonly unknown[]; durationMs: number; isApart: boolean };
