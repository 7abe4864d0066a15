import { expect, test } from 'vitest';
import { findBreach } from './import-direction.js';

test('inner zones do not import outer ones', () => {
  expect(findBreach('domain/material.ts', '#contract/query.ts', false)).toContain(
    'domain/ may not import from contract/',
  );
  expect(findBreach('contract/query.ts', '#server/services.ts', true)).toContain(
    'contract/ may not import from server/',
  );
  expect(findBreach('server/http/appwrite/files.ts', '#app/router.tsx', false)).toContain(
    'server/ may not import from app/',
  );
  expect(findBreach('app/ui/button.tsx', '#contract/addresses.ts', false)).toContain(
    'app/ui/ may not import from contract/',
  );
});

test('outer zones may import inner ones', () => {
  expect(findBreach('server/http/appwrite/files.ts', '#contract/query.ts', false)).toBeNull();
  expect(findBreach('app/features/reader/toolbar/toolbar.tsx', '#app/ui/button.tsx', false)).toBeNull();
  expect(findBreach('app/routes/index.tsx', '#domain/material.ts', false)).toBeNull();
});

test('pages take types from the server, never values', () => {
  expect(findBreach('app/routes/index.tsx', '#server/services.ts', true)).toBeNull();
  expect(findBreach('app/routes/index.tsx', '#server/services.ts', false)).toContain('never values');
});

test('only resources.ts opens an engine', () => {
  expect(findBreach('server/services.ts', './database/sqlite.ts', false)).toContain('Only server/resources.ts');
  expect(findBreach('server/resources.ts', './database/sqlite.ts', false)).toBeNull();
});

test('a feature does not import other features, whatever its name', () => {
  expect(findBreach('app/features/born-today/x.tsx', '#app/features/library/y.tsx', false)).toContain(
    'may not import the feature',
  );
  expect(findBreach('app/features/library/x.tsx', '#app/features/materials/y.tsx', false)).toBeNull();
});

test('reader and preview do not import each other; only open-material opens them', () => {
  const reader = '#app/features/reader/reader-dialog.tsx';
  const preview = '#app/features/preview/paper-dialog.tsx';
  expect(findBreach('app/features/preview/x.tsx', reader, true)).toContain('may not import "reader"');
  expect(findBreach('app/features/reader/pages/x.tsx', preview, false)).toContain('may not import "preview"');
  expect(findBreach('app/features/materials/x.tsx', reader, false)).toContain('app/features/open-material/');
  expect(findBreach('app/features/open-material/load-dialog.ts', reader, false)).toBeNull();
  expect(findBreach('app/features/preview/x.tsx', '#app/features/viewing/zoom.ts', false)).toBeNull();
});

test('the folder of the PDF engine imports only geometry', () => {
  const engine = 'app/features/reader/pdf/outline.ts';
  expect(findBreach(engine, '#app/features/reader/panel/outline-tree.ts', true)).toContain('may import only');
  expect(findBreach(engine, '#app/features/reader/dark/tile-map.ts', false)).toContain('may import only');
  expect(findBreach(engine, '#app/features/reader/geometry/rotation.ts', false)).toBeNull();
  expect(findBreach(engine, '#domain/plain-line.ts', false)).toBeNull();
  expect(findBreach(engine, './safe-url.ts', false)).toBeNull();
});

test('a relative path out of the folder is refused', () => {
  expect(findBreach('server/http/appwrite/files.ts', '../config.ts', false)).toContain('by #name');
});

test('HTTP imports services, and services import ports; types count as well', () => {
  const upward = 'imports run http → services → ports';
  expect(findBreach('server/http/realtime/hub.ts', '#server/database/database.ts', true)).toContain(upward);
  expect(findBreach('server/http/files/file-bytes.ts', '#server/storage/storage.ts', false)).toContain(upward);
  expect(findBreach('server/http/server.ts', '#server/resources.ts', true)).toContain(upward);
  expect(findBreach('server/files/upload.ts', '#server/http/files/content-range.ts', true)).toContain(upward);
  expect(findBreach('server/services.ts', './http/server.ts', false)).toContain(upward);
  expect(findBreach('server/database/files.ts', '#server/files/file-name.ts', false)).toContain(upward);
  expect(findBreach('server/http/server.ts', '#server/start/start-server.ts', true)).toContain(upward);
});

test('a new service may be imported by HTTP and may import ports', () => {
  expect(findBreach('server/http/files/file-bytes.ts', '#server/born-today/service.ts', false)).toBeNull();
  expect(findBreach('server/born-today/service.ts', '#server/database/database.ts', false)).toBeNull();
  expect(findBreach('server/born-today/service.ts', '#server/http/server.ts', false)).not.toBeNull();
  expect(findBreach('server/database/sqlite.ts', '#server/faults/read-fault.ts', false)).toBeNull();
  expect(findBreach('server/database/read-pool.ts', '#server/machinery/fair-lines.ts', false)).toBeNull();
  expect(findBreach('server/machinery/fair-lines.ts', '#server/shelf.ts', false)).toContain('Machinery may not import');
  expect(findBreach('server/start/start-server.ts', '#server/http/server.ts', false)).toBeNull();
});
