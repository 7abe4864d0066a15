/** The output of `npm audit --json`, as far as it is used here. */
type Audit = {
  message?: string;
  error?: { summary?: string };
  vulnerabilities?: Record<string, Vulnerability>;
};

type Vulnerability = {
  name: string;
  severity: string;
  range?: string;
  via: (string | { title?: string; url?: string })[];
  fixAvailable?: boolean | { name: string; version: string };
};

const severities = ['critical', 'high', 'moderate', 'low', 'info'];

/**
 * Returns the advisories in the output of `npm audit --json` as lines of text, most severe first. If there are none, or
 * npm could not fetch them, one line says so.
 */
export function readAudit(printed: string): string[] {
  const audit = parse(printed);
  if (!audit?.vulnerabilities) {
    const reason = audit?.message || audit?.error?.summary || 'npm audit printed nothing';
    return [`not known, the registry could not be reached: ${reason}`];
  }
  const found = Object.values(audit.vulnerabilities);
  if (found.length === 0) return ['none'];
  return found.toSorted((one, other) => rank(one) - rank(other)).flatMap(describe);
}

function describe({ name, severity, range, via, fixAvailable }: Vulnerability): string[] {
  const fix =
    typeof fixAvailable === 'object'
      ? `fixed with ${fixAvailable.name} ${fixAvailable.version}`
      : fixAvailable
        ? 'a fix is available'
        : 'no fix yet';
  const reasons = via.map((each) =>
    typeof each === 'string' ? `  through ${each}` : `  ${each.title ?? 'an advisory'} ${each.url ?? ''}`.trimEnd(),
  );
  return [`${severity}: ${name} ${range ?? ''} (${fix})`, ...reasons];
}

function rank({ severity }: Vulnerability): number {
  const place = severities.indexOf(severity);
  return place < 0 ? severities.length : place;
}

function parse(printed: string): Audit | null {
  try {
    const audit: unknown = JSON.parse(printed);
    return typeof audit === 'object' ? (audit as Audit) : null;
  } catch {
    return null;
  }
}
