declare module 'spdx-satisfies' {
  /** True if the SPDX expression is satisfied by licences of the list. Throws for an invalid expression. */
  export default function satisfies(expression: string, allowed: readonly string[]): boolean;
}
