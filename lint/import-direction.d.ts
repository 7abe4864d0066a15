/** Returns the sentence about the fault of an import, or null. */
export function findBreach(importer: string, source: string, isTypeOnly: boolean): string | null;
declare const plugin: object;
export default plugin;
