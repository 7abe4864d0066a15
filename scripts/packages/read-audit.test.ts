import { expect, test } from 'vitest';
import { readAudit } from './read-audit.ts';

test('advisories are printed with the most severe first, and with what to do', () => {
  const vulnerabilities = {
    small: { name: 'small', severity: 'low', range: '<1', via: ['grave'], fixAvailable: true },
    grave: {
      name: 'grave',
      severity: 'critical',
      range: '1.0.0 - 1.2.0',
      via: [{ title: 'Runs anything', url: 'https://advisories.example/1' }],
      fixAvailable: { name: 'grave', version: '1.2.1' },
    },
    old: { name: 'old', severity: 'high', via: [{ title: 'Hangs' }], fixAvailable: false },
  };
  expect(readAudit(JSON.stringify({ vulnerabilities }))).toEqual([
    'critical: grave 1.0.0 - 1.2.0 (fixed with grave 1.2.1)',
    '  Runs anything https://advisories.example/1',
    'high: old  (no fix yet)',
    '  Hangs',
    'low: small <1 (a fix is available)',
    '  through grave',
  ]);
  expect(readAudit('{"vulnerabilities":{}}')).toEqual(['none']);
});

test('if a registry does not respond, that is printed, but is no failure', () => {
  const refusal = { message: '405 Method Not Allowed', error: { summary: '' } };
  expect(readAudit(JSON.stringify(refusal))).toEqual([
    'not known, the registry could not be reached: 405 Method Not Allowed',
  ]);
  for (const printed of ['', 'null', 'npm error', '{}'])
    expect(readAudit(printed)).toEqual(['not known, the registry could not be reached: npm audit printed nothing']);
});
