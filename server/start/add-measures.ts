import { statfs } from 'node:fs/promises';
import type { StagingRecords } from '#server/engines/database/staging-records.ts';
import type { Services } from '#server/services/services.ts';
import type { Metrics } from '#server/machinery/telemetry/metrics.ts';

/**
 * Adds the measures that are read when the metrics are requested: materials, queued work, backups and free disk
 * space.
 */
export function addMeasures(parts: {
  metrics: Metrics;
  services: Pick<Services, 'shelf' | 'backups' | 'nodes' | 'textReading'>;
  staging: Pick<StagingRecords, 'counts'>;
  dataDir: string;
}): void {
  const { metrics, services, staging, dataDir } = parts;
  metrics.measure({
    name: 'examshelf_materials',
    help: 'Published materials',
    read: async () => {
      const { totals } = await services.shelf.countByFaculty();
      return Object.values(totals).reduce((sum, count) => sum + count, 0);
    },
  });
  metrics.measure({
    name: 'examshelf_last_backup_timestamp_seconds',
    help: 'When the last complete backup began, in seconds since 1970; 0 when there was none',
    read: async () => {
      const { lastSuccess } = await services.backups.state();
      return lastSuccess ? Date.parse(lastSuccess.at) / 1000 : 0;
    },
  });
  metrics.measure({
    name: 'examshelf_last_failed_backup_timestamp_seconds',
    help: 'When the last daily backup failed, in seconds since 1970; 0 if none has failed',
    read: async () => {
      const { lastFailure } = await services.backups.state();
      return lastFailure ? Date.parse(lastFailure.at) / 1000 : 0;
    },
  });
  addQueues({ metrics, services, staging });
  metrics.measure({
    name: 'examshelf_disk_free_bytes',
    help: 'Free space on the disk of the data folder',
    read: async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
  });
  const { nodes } = services;
  if (!nodes) return;
  metrics.measure({
    name: 'examshelf_changes_line',
    help: '1 if changes of other nodes are announced immediately, 0 if they are polled every few seconds',
    read: () => (nodes.state().line === 'listening' ? 1 : 0),
  });
  metrics.measure({
    name: 'examshelf_changes_behind_seconds',
    help: 'Time for which the changes of other nodes could not be read; 0 if they can',
    read: () => nodes.state().behindMs / 1000,
  });
  metrics.measure({
    name: 'examshelf_leads',
    help: '1 if this node is the leader, which does the work that is done once for all nodes',
    read: () => (nodes.state().leads ? 1 : 0),
  });
}

/** Adds measures of the server's pending work, and of files that wait for an administrator. */
function addQueues(parts: {
  metrics: Metrics;
  services: Pick<Services, 'textReading'>;
  staging: Pick<StagingRecords, 'counts'>;
}): void {
  const { metrics, services, staging } = parts;
  metrics.measure({
    name: 'examshelf_pages_waiting',
    help: 'Pages whose text is not extracted or recognised yet',
    read: async () => (await services.textReading.count()).waiting,
  });
  metrics.measure({
    name: 'examshelf_staged_files',
    help: 'Files in Import Many that are not published',
    read: async () => (await staging.counts()).open,
  });
}
