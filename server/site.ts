import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ContentPage, Site } from '#contract/shelf.ts';
import type { Config } from './config.ts';
import { pageNames, readContentPage } from './content-page.ts';
import { whyUnreadable } from './why-unreadable.ts';

const image = z
  .string()
  .regex(
    /^\/content\/images\/[\w-]+(\.[\w-]+)*\.(svg|png|webp|jpe?g)$/,
    'must be /content/images/ and the name of an svg, png, webp or jpg file',
  );
const text = z.string().trim().min(1, 'must not be empty').max(500);
const address = z.string().refine(isHttpAddress, 'must be an http or https address');
const entranceExamLink = '{entranceExamUrl}';

const siteFile = z.strictObject({
  contactEmail: z.email('must be an email address'),
  /** Who answers for the library, as it reads after "This library is run by"; the legal pages name it. */
  operator: text,
  credit: text,
  entranceExam: z.strictObject({ label: text, url: address }),
  banner: z
    .array(
      z.strictObject({
        image,
        link: z.union(
          [z.literal(entranceExamLink), address],
          `must be an http or https address, or ${entranceExamLink}`,
        ),
        text: text.nullable().default(null),
      }),
    )
    .min(1, 'must have at least one slide'),
  contributors: z.array(
    z.strictObject({ name: text, avatar: image, contribution: text, isSample: z.boolean().default(false) }),
  ),
});

type SiteFile = z.infer<typeof siteFile>;

/**
 * Reads the operator's words, links and pages from the content folder (design decision 16) and joins them with the
 * settings. Throws an Error whose one-line message names the file and the entry that is wrong; images that are named
 * must exist. `log` hears of things that are odd but not wrong.
 */
export async function readSite({
  config,
  log,
}: {
  config: Pick<
    Config,
    'contentDir' | 'contactEmail' | 'entranceExamUrl' | 'ids' | 'publicUrl' | 'timeZone' | 'maxUploadBytes'
  >;
  log?: { warn(facts: object, message: string): void };
}): Promise<{ site: Site; pages: ContentPage[] }> {
  const file = await readSiteFile(config.contentDir);
  const contactEmail = config.contactEmail ?? file.contactEmail;
  const entranceExam = { ...file.entranceExam, url: config.entranceExamUrl ?? file.entranceExam.url };
  const site: Site = {
    ids: config.ids,
    publicUrl: config.publicUrl,
    contactEmail,
    isContactPlaceholder: isReservedAddress(contactEmail),
    entranceExam,
    credit: file.credit,
    banner: file.banner.map((slide) => ({
      ...slide,
      link: slide.link === entranceExamLink ? entranceExam.url : slide.link,
    })),
    contributors: file.contributors,
    timeZone: config.timeZone,
    maxUploadBytes: config.maxUploadBytes,
  };
  const words = {
    contactEmail,
    operator: file.operator,
    siteAddress: new URL(config.publicUrl).host,
    maxUploadSize: `${Math.floor(config.maxUploadBytes / (1024 * 1024))} MB`,
  };
  const directory = path.join(config.contentDir, 'pages');
  const pages = await Promise.all(pageNames.map((name) => readContentPage({ directory, name, words, log })));
  return { site, pages };
}

async function readSiteFile(contentDir: string): Promise<SiteFile> {
  const place = path.join(contentDir, 'site.json');
  const written = await readFile(place, 'utf8').catch((cause: unknown) => {
    throw new Error(
      `setting CONTENT_DIR: ${place}: cannot be read${whyUnreadable(cause)}; CONTENT_DIR must name a folder with a site.json`,
      { cause },
    );
  });
  const json = parseJson(written, place);
  const parsed = siteFile.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`${place}: ${describeEntry(issue?.path ?? [])}: ${oneLine(issue?.message ?? 'is not valid')}`);
  }
  await rejectMissingImages(parsed.data, contentDir, place);
  return parsed.data;
}

function parseJson(written: string, place: string): unknown {
  try {
    return JSON.parse(written);
  } catch (cause) {
    throw new Error(`${place}: is not JSON: ${oneLine(cause instanceof Error ? cause.message : String(cause))}`, {
      cause,
    });
  }
}

async function rejectMissingImages(file: SiteFile, contentDir: string, place: string): Promise<void> {
  const named = [
    ...file.banner.map((slide, index) => ({ entry: describeEntry(['banner', index, 'image']), image: slide.image })),
    ...file.contributors.map((person, index) => ({
      entry: describeEntry(['contributors', index, 'avatar']),
      image: person.avatar,
    })),
  ];
  for (const { entry, image: address } of named) {
    const found = path.join(contentDir, 'images', path.basename(address));
    await access(found).catch((cause: unknown) => {
      throw new Error(`${place}: ${entry}: there is no file ${found}`, { cause });
    });
  }
}

/** `['banner', 1, 'link']` → `banner number 2, "link"`. */
function describeEntry(entry: readonly PropertyKey[]): string {
  const words: string[] = [];
  for (const key of entry) {
    if (typeof key === 'number') words.push(`${unquote(words.pop())} number ${key + 1}`);
    else words.push(`"${String(key)}"`);
  }
  return words.join(', ') || 'the whole file';
}

function unquote(word = 'entry'): string {
  return word.replaceAll('"', '');
}

function oneLine(message: string): string {
  return message.replace(/\s+/g, ' ');
}

function isHttpAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** True for addresses nobody can own (RFC 2606), which is what the shipped contact address is. */
function isReservedAddress(email: string): boolean {
  return /[@.]example(\.(com|net|org))?$/i.test(email);
}
