/** The sentence that says what is wrong with an import, or null. */
export function findBreach(importer: string, source: string, isTypeOnly: boolean): string | null;
declare const plugin: object;
export default plugin;
