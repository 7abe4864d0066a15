import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Calendar } from '#domain/calendar.ts';
import { siteQuery } from './site-query.ts';

/** Returns the calendar in which this library shows years. */
export function useCalendar(): Calendar {
  return useSuspenseQuery(siteQuery(useRouter().options.context.shelf)).data.calendar;
}
