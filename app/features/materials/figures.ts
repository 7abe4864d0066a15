import { countOf } from '#domain/text/count-of.ts';
import type { Material } from '#domain/material.ts';

/** Formats dates and sizes in words. */

/** Returns month and year of a time in the library's time zone: `March 2026`. */
export function formatMonth(moment: string, timeZone: string): string {
  return new Date(moment).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone });
}

/** Returns the date of a time in the library's time zone: `March 4, 2026`. */
export function formatDay(moment: string, timeZone: string): string {
  return new Date(moment).toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone });
}

/** Returns a time in the library's time zone, to the minute: `March 4, 2026 at 09:41`. */
export function formatTime(moment: string, timeZone: string): string {
  return new Date(moment).toLocaleString('en-US', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
}

/** Returns a rounded size: `812 KB`, `2.4 MB`, `38 GB`. Never `0 KB`. */
export function formatSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`;
  const megabytes = kilobytes / 1024;
  if (megabytes < 10) return `${megabytes.toFixed(1)} MB`;
  return megabytes < 1000 ? `${Math.round(megabytes)} MB` : `${Math.round(megabytes / 1024)} GB`;
}

const unitBytes: Record<string, number> = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** Returns a part of a size in its unit, rounded down so that it claims no more than is there: `3.4 of 9.6 MB`. */
export function formatPart(bytes: number, total: number): string {
  const whole = formatSize(total);
  const [figure = '', unit = ''] = whole.split(' ');
  if (bytes >= total) return `${figure} of ${whole}`;
  const steps = figure.includes('.') ? 10 : 1;
  const part = Math.floor((bytes / (unitBytes[unit] ?? 1)) * steps) / steps;
  return `${Math.min(part, Number(figure))} of ${whole}`;
}

/** Returns a size in whole kilobytes: `5,120 KB`. Never `0 KB`. */
export function formatKilobytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en')} KB`;
}

/** Formats the sent part of a file, in the unit that suits the whole file: `206 KB of 412 KB`, `3.5 MB of 40 MB`. */
export function formatProgress(sentBytes: number, totalBytes: number): string {
  if (totalBytes >= 1024 * 1024) return `${formatMegabytes(sentBytes)} of ${formatMegabytes(totalBytes)}`;
  return `${Math.round(sentBytes / 1024)} KB of ${formatKilobytes(totalBytes)}`;
}

/** Formats a size in megabytes with one decimal, for progress and limits. */
export function formatMegabytes(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}

/** Returns type, length and size of a file, for the line below its title: `PDF, 12 pages, 812 KB`. */
export function describeFile(material: Pick<Material, 'fileType' | 'fileSize' | 'pageCount'>): string {
  const { fileType, fileSize, pageCount } = material;
  const pages = pageCount === null ? [] : [countOf(pageCount, 'page')];
  return [fileType === 'text/html' ? 'Web page' : 'PDF', ...pages, formatSize(fileSize)].join(', ');
}
