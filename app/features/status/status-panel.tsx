import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LibraryState } from '#contract/schemas/answer-types.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { materialKinds } from '#domain/material.ts';
import { formatSize, formatTime } from '#app/features/materials/figures.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { isWorthRetrying } from '#app/features/session/library-problem.ts';
import { ProblemText } from '#app/features/session/problem-text.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import { ServerSentence } from '#app/ui/server-sentence.tsx';
import { number } from '#messages/format.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/status.ts';
import { explainBackup, explainDisk, explainReading, sum } from './status-words.ts';

/** Interval at which the state is loaded while the panel is open. */
const refetchMs = 30_000;

type StatusPanelProps = {
  /** Renders the pages whose text extraction failed or was postponed. */
  renderUnread: (counts: Pick<LibraryState['texts'], 'failed' | 'postponed'>) => ReactNode;
};

/** Shows the state of the library for its operator: contents, disk space, text extraction, requests and errors. */
export function StatusPanel({ renderUnread }: StatusPanelProps) {
  const { site, client, callSignedIn } = useAdminSession();
  const state = useQuery({
    queryKey: ['status'],
    queryFn: () =>
      callSignedIn(
        () => client.call('get', new URL(panelApi.libraryState(), location.origin)) as Promise<LibraryState>,
      ),
    refetchInterval: refetchMs,
    staleTime: 0,
    retry: isWorthRetrying,
  });
  if (state.isPending) return <SkeletonRows />;
  if (!state.data) {
    return (
      <EmptyState text={<ProblemText error={state.error} />}>
        <TryAgain busy={state.isFetching} onTry={state.refetch} />
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="library-status">
      <h2 id="library-status" className="mb-4 text-2xl">
        {words.libraryStatus}
      </h2>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <Shelf state={state.data} />
        <Server state={state.data} timeZone={site.timeZone} />
        <Reading texts={state.data.texts} renderUnread={renderUnread} />
        <Requests state={state.data} />
        <Errors state={state.data} timeZone={site.timeZone} />
      </div>
    </section>
  );
}

function Shelf({ state }: { state: LibraryState }) {
  return (
    <Part title={nouns.library}>
      <Facts
        rows={[
          ...materialKinds.map((kind) => [words.kinds[kind], number(state.shelf[kind])] as const),
          [words.inTrash, number(state.trash)],
        ]}
      />
    </Part>
  );
}

function Server({ state, timeZone }: { state: LibraryState; timeZone: string }) {
  const disk = explainDisk(state.disk);
  return (
    <Part title={words.server}>
      <Facts
        rows={[
          [words.version, state.version],
          [words.freeSpace, disk.text],
          [words.memoryUsed, formatSize(state.memoryBytes)],
          [words.runningSince, formatTime(state.startedAt, timeZone)],
          [words.lastBackup, state.backup.lastAt ? formatTime(state.backup.lastAt, timeZone) : words.neverBackedUp],
        ]}
      />
      {[disk.warning, explainBackup(state.backup)].map(
        (warning) =>
          warning && (
            <p key={warning} className="mt-3 text-sm text-danger">
              {warning}
            </p>
          ),
      )}
    </Part>
  );
}

function Reading({ texts, renderUnread }: StatusPanelProps & { texts: LibraryState['texts'] }) {
  const { waiting, reading, read, failed, postponed } = texts;
  const warning = explainReading(texts);
  return (
    <Part title={words.fullTextSearch}>
      <Facts
        rows={[
          [words.pagesWithText, number(read)],
          [words.waiting, number(waiting + reading)],
          [words.notRead, number(failed)],
        ]}
      />
      {warning && <p className="mt-3 text-sm wrap-anywhere text-muted">{warning}</p>}
      {failed + postponed > 0 && renderUnread({ failed, postponed })}
    </Part>
  );
}

function Requests({ state }: { state: LibraryState }) {
  const total = sum(state.requests.map(({ requests }) => requests));
  const refused = sum(state.requests.map(({ refused }) => refused));
  const slowest = Math.max(...state.requests.map(({ slowestMs }) => slowestMs));
  return (
    <Part title={words.requests}>
      <BarChart
        label={words.requestChart(total)}
        values={state.requests.map(({ requests }) => requests)}
        from={words.minutesAgo}
        to={words.now}
      />
      <Facts
        rows={[
          [words.total, number(total)],
          [words.refused, number(refused)],
          [words.slowest, words.milliseconds(slowest)],
        ]}
      />
    </Part>
  );
}

function Errors({ state, timeZone }: { state: LibraryState; timeZone: string }) {
  const { hours, messages } = state.errors;
  const total = sum(hours);
  return (
    <Part title={words.errors}>
      <BarChart label={words.errorChart(total)} values={hours} from={words.hoursAgo} to={words.now} isBad />
      {messages.length === 0 ? (
        <p className="text-sm text-muted">{words.noErrors}</p>
      ) : (
        <ul className="grid gap-2 text-sm">
          {messages.slice(0, 5).map(({ message, count, lastAt }) => (
            <li key={message} className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0 wrap-anywhere">
                <ServerSentence>{message}</ServerSentence>
              </span>
              <span className="text-muted">{words.timesLast(count, formatTime(lastAt, timeZone))}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-sm text-muted">{words.seeLog}</p>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={classes(cardStyle, 'p-5')}>
      <h3 className="mb-3 text-lg">{title}</h3>
      {children}
    </section>
  );
}

function Facts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-1.5 text-[0.95rem]">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="text-end font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type BarChartProps = {
  /** Describes the chart in words. */
  label: string;
  values: readonly number[];
  /** Labels below the left and the right end. */
  from: string;
  to: string;
  /** True to show the number in the colour of errors. */
  isBad?: boolean;
};

/** Renders a small bar chart; the highest bar has the full height. A line if all values are zero. */
function BarChart({ label, values, from, to, isBad = false }: BarChartProps) {
  const highest = Math.max(1, ...values);
  return (
    <figure className="mb-3">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${values.length * 4} 40`}
        preserveAspectRatio="none"
        className={classes('h-16 w-full border-b border-edge', isBad ? 'fill-danger' : 'fill-accent')}
      >
        {values.map((value, index) => {
          const height = (value / highest) * 38;
          // Bars are in the order of time and only move to the left.
          return <rect key={index} x={index * 4 + 0.5} y={40 - height} width={3} height={height} />;
        })}
      </svg>
      <figcaption className="mt-1 flex justify-between text-xs text-muted">
        <span className="sr-only">{label}</span>
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  );
}
