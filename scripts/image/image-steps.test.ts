import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { imageSteps } from './image-steps.ts';

const root = path.join(import.meta.dirname, '..', '..');

test('the steps of the Dockerfile are read in order, by stage', async () => {
  const [build, run] = imageSteps(await readFile(path.join(root, 'Dockerfile'), 'utf8'));
  expect(build?.name).toBe('build');
  expect(build?.steps.map(({ text }) => text)).toContain('RUN npm run release -- ../release');
  expect(run?.steps.map(({ kind }) => kind)).toEqual(['workdir', 'copy', 'run']);
});

test('an instruction that needs Docker is refused with its line', () => {
  expect(() => imageSteps('FROM a\nADD https://example.org/x /x')).toThrow('"ADD https://example.org/x /x"');
  expect(() => imageSteps('RUN true')).toThrow('"RUN true" comes before FROM');
});

test('the image runs without root, and DATA_DIR is set', async () => {
  const lines = (await readFile(path.join(root, 'Dockerfile'), 'utf8')).split('\n');
  expect(lines).toContain('USER node');
  expect(lines).toContain('VOLUME /data');
  expect(lines.findIndex((line) => line.startsWith('CMD'))).toBeGreaterThan(lines.indexOf('USER node'));
});
