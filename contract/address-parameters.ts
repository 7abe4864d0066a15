/**
 * Parses the query of an address. All values are text, and a repeated parameter is a list. The result has no inherited
 * properties, so `__proto__` is a name like any other.
 */
export function readParameters(query: string): Record<string, string | string[]> {
  const parameters = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(query)) {
    const before = parameters[name];
    parameters[name] = before === undefined ? value : [before, value].flat();
  }
  return parameters;
}

/**
 * Writes parameters as a query, with the question mark; '' if there are none. Leaves out undefined values, and repeats
 * the parameter for each value of a list.
 */
export function writeParameters(parameters: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const each of [value].flat()) if (each !== undefined) query.append(name, String(each));
  }
  const text = query.toString();
  return text && `?${text}`;
}
