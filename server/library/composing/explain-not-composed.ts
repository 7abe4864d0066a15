import { Problem } from '#contract/problems.ts';
import { countOf } from '#domain/text/count-of.ts';
import type { NotComposed } from './page-composer.ts';

/** Returns the problem that explains why no PDF was composed of these files, and what to do. */
export function explainNotComposed(failure: NotComposed, sources: readonly { name: string }[]): Problem {
  const name = 'source' in failure ? (sources[failure.source]?.name ?? '') : '';
  switch (failure.state) {
    case 'locked':
      return unusable(`"${name}" needs a password. Save it without one, and upload that.`);
    case 'damaged':
      return unusable(`"${name}" is damaged, so its pages can't be copied. Upload an undamaged file.`);
    case 'no-such-page':
      return new Problem(
        'general_argument_invalid',
        `Invalid \`pages\` param: "${name}" has only ${countOf(failure.pageCount, 'page')}.`,
      );
    case 'too-large':
      return new Problem(
        'storage_invalid_file_size',
        'The new PDF would be larger than an upload may be. Use fewer pages.',
      );
    case 'other-bytes':
    case 'missing':
      return unusable('A file is no longer stored as it was uploaded. Upload it again.');
    case 'failed':
      return explainFailed(failure.cause);
  }
}

function explainFailed(cause: (NotComposed & { state: 'failed' })['cause']): Problem {
  if (cause === 'unavailable')
    return new Problem('general_service_unavailable', 'The PDF can’t be made at the moment. Please try again.');
  if (cause === 'crash')
    return unusable('One of the files is damaged, so no PDF was made. Leave it out, or repair it.');
  const why = cause === 'time' ? 'take too long to copy' : 'need too much memory';
  return unusable(`These pages ${why}. Use fewer pages, or a smaller file.`);
}

const unusable = (message: string) => new Problem('storage_file_type_unsupported', message);

export function idIsTaken(): Problem {
  return new Problem('storage_file_already_exists', 'A storage file with the requested ID already exists.');
}

export function tooManyWait(): Problem {
  return new Problem('general_service_unavailable', 'Many PDFs are being made. Please try again in a minute.', {
    headers: { 'Retry-After': '60' },
  });
}
