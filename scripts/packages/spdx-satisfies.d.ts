declare module 'spdx-satisfies' {
  /** Whether the SPDX expression can be met with licences of the list alone. Throws when it is no SPDX expression. */
  export default function satisfies(expression: string, allowed: readonly string[]): boolean;
}
