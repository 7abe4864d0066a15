/**
 * The query of an address as an object: all values are text, and a parameter that is repeated is a list. Names are not
 * properties of objects (`__proto__` is a name like any other).
 */
export function readParameters(query: string): Record<string, string | string[]> {
  const parameters = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(query)) {
    const before = parameters[name];
    parameters[name] = before === undefined ? value : [before, value].flat();
  }
  return parameters;
}

/** The other way round, with the question mark; '' for none. What is undefined is left out, a list is repeated. */
export function writeParameters(parameters: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const each of [value].flat()) if (each !== undefined) query.append(name, String(each));
  }
  const text = query.toString();
  return text && `?${text}`;
}
