import { execFileSync } from 'node:child_process';

/** True if the machine has a font for Nepali. Without one, letters are boxes wider than letters, and nothing fits. */
export const hasDevanagari = findFonts() !== '';

function findFonts(): string {
  try {
    return execFileSync('fc-list', [':lang=ne', 'family'], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
