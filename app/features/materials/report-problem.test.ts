import { expect, test } from 'vitest';
import { reportAddress } from './report-problem.ts';

const site = { contactEmail: 'help+shelf@library.edu.np', isContactPlaceholder: false };
const reported = { title: 'C & C++ – 2079 प्रश्न', url: 'https://library.edu.np/material/a?page=3' };

test('a report is an email with title, address and page filled in', () => {
  const address = new URL(reportAddress(site, { ...reported, page: 3 }));
  expect([address.protocol, decodeURIComponent(address.pathname)]).toEqual(['mailto:', site.contactEmail]);
  const field = (name: string) => decodeURIComponent(new RegExp(`[?&]${name}=([^&]*)`).exec(address.search)?.[1] ?? '');
  expect(field('subject')).toBe(`Problem: ${reported.title}`);
  expect(field('body').split('\r\n')).toEqual([`Address: ${reported.url}`, 'Page: 3', '', 'What is wrong:', '']);
});

test('a report without a page names none', () => {
  expect(reportAddress(site, reported)).not.toContain('Page');
});

test('a report leads to the contact page while the address is the shipped example', () => {
  expect(reportAddress({ ...site, isContactPlaceholder: true }, reported)).toBe('/contact#reporting-a-mistake');
});
