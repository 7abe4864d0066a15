/** A line of a Dockerfile that has an effect on the image. */
export type ImageStep = { text: string } & (
  | { kind: 'workdir'; path: string }
  | { kind: 'run'; command: string }
  | { kind: 'copy'; from: string | null; sources: string[]; to: string }
);

export type ImageStage = { name: string; steps: ImageStep[] };

/** Instructions that describe how the image is run, and have no effect when it is built. */
const descriptions = new Set(['ENV', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'STOPSIGNAL', 'CMD']);

/**
 * Reads the stages of a Dockerfile. Supports FROM, WORKDIR, COPY and RUN, one line each; throws an Error that names any
 * other line, so that no step is skipped silently.
 */
export function imageSteps(dockerfile: string): ImageStage[] {
  const stages: ImageStage[] = [];
  for (const text of dockerfile.split('\n').map((line) => line.trim())) {
    if (text === '' || text.startsWith('#')) continue;
    const [instruction = '', ...words] = text.split(/\s+/);
    if (instruction === 'FROM') {
      stages.push({ name: words[2] ?? '', steps: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`Dockerfile: "${text}" comes before FROM`);
    const [first = ''] = words;
    if (instruction === 'WORKDIR') stage.steps.push({ text, kind: 'workdir', path: first });
    else if (instruction === 'RUN') stage.steps.push({ text, kind: 'run', command: words.join(' ') });
    else if (instruction === 'COPY') {
      const from = first.startsWith('--from=') ? first.slice('--from='.length) : null;
      const places = from === null ? words : words.slice(1);
      stage.steps.push({ text, kind: 'copy', from, sources: places.slice(0, -1), to: places.at(-1) ?? '.' });
    } else if (!descriptions.has(instruction)) throw new Error(`Dockerfile: "${text}" is not known here`);
  }
  return stages;
}
