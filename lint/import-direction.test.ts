import { expect, test } from 'vitest';
import { findBreach } from './import-direction.js';

test('inner zones do not import outer ones', () => {
  expect(findBreach('domain/material.ts', '#contract/query.ts', false)).toContain(
    'domain/ may not import from contract/',
  );
  expect(findBreach('contract/query.ts', '#server/services/services.ts', true)).toContain(
    'contract/ may not import from server/',
  );
  expect(findBreach('server/http/appwrite/file-handlers.ts', '#app/router.tsx', false)).toContain(
    'server/ may not import from app/',
  );
  expect(findBreach('app/ui/button.tsx', '#contract/addresses.ts', false)).toContain(
    'app/ui/ may not import from contract/',
  );
});

test('outer zones may import inner ones', () => {
  expect(findBreach('server/http/appwrite/file-handlers.ts', '#contract/query.ts', false)).toBeNull();
  expect(findBreach('app/features/reader/toolbar/toolbar.tsx', '#app/ui/button.tsx', false)).toBeNull();
  expect(findBreach('app/routes/index.tsx', '#domain/material.ts', false)).toBeNull();
});

test('words of a language come from that language', () => {
  expect(findBreach('messages/en/search/page.ts', '#messages/format.ts', false)).toContain('relatively');
  expect(findBreach('messages/en/search/page.ts', '../format.ts', false)).toBeNull();
  expect(findBreach('messages/en/search/page.ts', '#app/router.tsx', false)).toContain('may not import from app/');
  expect(findBreach('messages/en/search/page.ts', '#contract/problems.ts', true)).toBeNull();
  expect(findBreach('messages/en/search/page.ts', '#contract/problems.ts', false)).toContain('never values');
});

test('pages import types from the server, never values', () => {
  expect(findBreach('app/routes/index.tsx', '#server/services/services.ts', true)).toBeNull();
  expect(findBreach('app/routes/index.tsx', '#server/services/services.ts', false)).toContain('never values');
});

test('only resources.ts opens an engine', () => {
  const engine = '#server/engines/database/sqlite/sqlite.ts';
  expect(findBreach('server/upkeep/backup/make-backup.ts', engine, false)).toContain(
    'Only server/engines/resources.ts',
  );
  expect(findBreach('server/engines/resources.ts', engine, false)).toBeNull();
});

test('a feature with any name does not import other features', () => {
  expect(findBreach('app/features/born-today/x.tsx', '#app/features/library/y.tsx', false)).toContain(
    'may not import the feature',
  );
  expect(findBreach('app/features/library/x.tsx', '#app/features/materials/y.tsx', false)).toBeNull();
});

test('reader and html-viewer do not import each other; only open-material opens them', () => {
  const reader = '#app/features/reader/reader-dialog.tsx';
  const preview = '#app/features/html-viewer/paper-dialog.tsx';
  expect(findBreach('app/features/html-viewer/x.tsx', reader, true)).toContain('may not import "reader"');
  expect(findBreach('app/features/reader/pages/x.tsx', preview, false)).toContain('may not import "html-viewer"');
  expect(findBreach('app/features/materials/x.tsx', reader, false)).toContain('app/features/open-material/');
  expect(findBreach('app/features/open-material/load-dialog.ts', reader, false)).toBeNull();
  expect(findBreach('app/features/html-viewer/x.tsx', '#app/features/viewer/zoom.ts', false)).toBeNull();
});

test('the folder of the PDF engine imports only geometry', () => {
  const engine = 'app/features/reader/pdf/outline.ts';
  expect(findBreach(engine, '#app/features/reader/panel/outline-tree.ts', true)).toContain('may import only');
  expect(findBreach(engine, '#app/features/reader/dark/tile-map.ts', false)).toContain('may import only');
  expect(findBreach(engine, '#app/features/reader/geometry/rotation.ts', false)).toBeNull();
  expect(findBreach(engine, '#domain/text/plain-line.ts', false)).toBeNull();
  expect(findBreach(engine, './safe-url.ts', false)).toBeNull();
});

test('a relative path out of the folder is refused', () => {
  expect(findBreach('server/http/appwrite/file-handlers.ts', '../config.ts', false)).toContain('by #name');
});

test('modules of the server import only from lower layers, even types', () => {
  const upward = 'imports run start → http → services → upkeep → library → engines → machinery';
  expect(findBreach('server/http/server.ts', '#server/start/start-server.ts', true)).toContain(upward);
  expect(findBreach('server/library/files/upload.ts', '#server/http/files/send-file.ts', true)).toContain(upward);
  expect(findBreach('server/library/files/upload.ts', '#server/services/services.ts', true)).toContain(upward);
  expect(findBreach('server/engines/storage/disk.ts', '#server/library/files/clean-file-name.ts', false)).toContain(
    upward,
  );
  expect(findBreach('server/machinery/queues/within.ts', '#server/engines/storage/storage.ts', true)).toContain(upward);
  expect(findBreach('server/machinery/telemetry/log.ts', '#server/config.ts', true)).toContain(upward);
  expect(findBreach('server/start/start-server.ts', '#server/http/server.ts', false)).toBeNull();
  expect(findBreach('server/http/server.ts', '#server/config.ts', true)).toBeNull();
  expect(findBreach('server/upkeep/backup/make-backup.ts', '#server/engines/open-database.ts', false)).toBeNull();
  expect(findBreach('server/library/born-today/service.ts', '#server/machinery/queues/within.ts', false)).toBeNull();
});

test('HTTP imports no engine', () => {
  expect(findBreach('server/http/realtime/hub.ts', '#server/engines/database/database.ts', true)).toContain(
    'no engine',
  );
  expect(findBreach('server/http/server.ts', '#server/engines/resources.ts', true)).toContain('no engine');
  expect(findBreach('server/http/files/send-file.ts', '#server/library/files/file-service.ts', false)).toBeNull();
});

test('a folder of the server outside of its layers is refused', () => {
  expect(findBreach('server/born-today/service.ts', '#server/engines/database/database.ts', false)).toContain(
    'no layer',
  );
});
