import type { Material } from '#domain/material.ts';
import { number } from '#messages/format.ts';
import * as words from '#messages/materials/figures.ts';

/** Formats dates and sizes in words. Times are in the library's time zone. */

export { day as formatDay, month as formatMonth, time as formatTime } from '#messages/materials/figures.ts';

/** A rounded size in the unit that makes it short. */
type RoundedSize = { figure: number; decimals: 0 | 1; unit: words.SizeUnit };

function roundSize(bytes: number): RoundedSize {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return { figure: Math.max(1, Math.round(kilobytes)), decimals: 0, unit: 'KB' };
  const megabytes = kilobytes / 1024;
  if (megabytes < 10) return { figure: Number(megabytes.toFixed(1)), decimals: 1, unit: 'MB' };
  if (megabytes < 1000) return { figure: Math.round(megabytes), decimals: 0, unit: 'MB' };
  return { figure: Math.round(megabytes / 1024), decimals: 0, unit: 'GB' };
}

function writeFigure({ figure, decimals }: RoundedSize): string {
  return decimals === 1 ? words.oneDecimal(figure) : `${figure}`;
}

/** Returns a rounded size: `812 KB`, `2.4 MB`, `38 GB`. Never `0 KB`. */
export function formatSize(bytes: number): string {
  const rounded = roundSize(bytes);
  return words.size(writeFigure(rounded), rounded.unit);
}

const unitBytes = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 } as const satisfies Record<words.SizeUnit, number>;

/** Returns a part of a size in its unit, rounded down so that it claims no more than is there: `3.4 of 9.6 MB`. */
export function formatPart(bytes: number, total: number): string {
  const rounded = roundSize(total);
  const whole = formatSize(total);
  if (bytes >= total) return words.partOfSize(writeFigure(rounded), whole);
  const steps = 10 ** rounded.decimals;
  const part = Math.floor((bytes / unitBytes[rounded.unit]) * steps) / steps;
  return words.partOfSize(Math.min(part, rounded.figure), whole);
}

/** Returns a size in whole kilobytes: `5,120 KB`. Never `0 KB`. */
export function formatKilobytes(bytes: number): string {
  return words.size(number(Math.max(1, Math.round(bytes / 1024))), 'KB');
}

/** Formats the sent part of a file, in the unit that suits the whole file: `206 KB of 412 KB`, `3.5 MB of 40 MB`. */
export function formatProgress(sentBytes: number, totalBytes: number): string {
  if (totalBytes >= 1024 * 1024) return words.partOfSize(formatMegabytes(sentBytes), formatMegabytes(totalBytes));
  return words.partOfSize(words.size(Math.round(sentBytes / 1024), 'KB'), formatKilobytes(totalBytes));
}

/** Formats a size in megabytes with one decimal, for progress and limits. */
export function formatMegabytes(bytes: number): string {
  return words.size(words.upToOneDecimal(bytes / (1024 * 1024)), 'MB');
}

/** Returns type, length and size of a file, for the line below its title: `PDF, 12 pages, 812 KB`. */
export function describeFile(material: Pick<Material, 'fileType' | 'fileSize' | 'pageCount'>): string {
  const { fileType, fileSize, pageCount } = material;
  const type = fileType === 'text/html' ? words.webPage : words.pdf;
  return type + words.lengthAndSize(pageCount, formatSize(fileSize));
}
