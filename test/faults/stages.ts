import { openBackupStage } from './backup-stage.ts';
import type { Stage } from './fail-calls.ts';
import { libraryDeeds } from './library-deeds.ts';
import { openLibraryStage } from './library-stage.ts';
import { openWorkerStage } from './worker-stage.ts';

/** Stages of the fault tests, each with a separate library. */
export const openStages = {
  library: async (): Promise<Stage> => {
    const stage = await openLibraryStage();
    return { ...stage, deeds: libraryDeeds(stage) };
  },
  backup: openBackupStage,
  workers: openWorkerStage,
} satisfies Record<string, () => Promise<Stage>>;

export const stageNames = Object.keys(openStages) as (keyof typeof openStages)[];
