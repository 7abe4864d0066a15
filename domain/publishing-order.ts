import { compareNaturally } from '#domain/text/natural-order.ts';

/** The properties that determine the order of files that are published together. */
export type PublishedRow = {
  path: string;
  title: string;
  fields: Record<'facultyId' | 'semesterId' | 'subject', { value: string | null }>;
};

/**
 * Sorts files that are published together by place and title in natural order, the last one first. Lists and feeds show
 * the newest first, so they then show Unit 1 before Unit 2.
 */
export function inPublishingOrder<Row extends PublishedRow>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => {
    const orders = keysOf(one).map((key, index) => compareNaturally(keysOf(other)[index] ?? '', key));
    return orders.find((order) => order !== 0) ?? 0;
  });
}

const keysOf = ({ fields, title, path }: PublishedRow) => [
  fields.facultyId.value ?? '',
  fields.semesterId.value ?? '',
  fields.subject.value ?? '',
  title,
  path,
];
