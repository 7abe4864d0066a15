import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { inPlainWords } from '#domain/text/plain-issues.ts';
import { defaultLanguage, type InEveryLanguage, type Language } from '#contract/languages.ts';
import type { ContentPage, Site } from '#contract/shelf.ts';
import * as english from '#languages/en/content-pages.ts';
import * as nepali from '#languages/ne/content-pages.ts';
import { shippedContentDir, type Config } from '#server/config.ts';
import { pageNames, readContentPage } from './content-page.ts';
import { findFolderFault, whyUnreadable } from './find-folder-fault.ts';
import { accentColours, accentStylesAddress, type AccentColours } from './site-accent.ts';
import { privacyWords, type PrivacySettings } from './privacy-words.ts';

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
  name: text.max(60, 'must have at most 60 characters').default('Examshelf'),
  language: z.string().refine(isLanguage, 'must be a language tag such as en or ne').default('en'),
  logo: image.nullable().default(null),
  accent: accentColours.nullable().default(null),
  contactEmail: z.email('must be an email address'),
  /**
   * The person or organisation that runs the library, worded to follow "This library is run by"; the legal pages name
   * it.
   */
  operator: text,
  credit: text,
  /** The rights that visitors have to use the materials: a sentence, or the address of a licence. */
  rights: text.nullable().default(null),
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

/** The operator's texts, links and pages, for the pages of one language. */
export type SiteTexts = { site: Site; pages: ContentPage[] };

type SiteConfig = Pick<
  Config,
  | 'contentDir'
  | 'contactEmail'
  | 'entranceExamUrl'
  | 'ids'
  | 'publicUrl'
  | 'languages'
  | 'timeZone'
  | 'calendar'
  | 'maxUploadBytes'
> &
  PrivacySettings;

type Log = { warn(facts: object, message: string): void };

const messages: InEveryLanguage<typeof english> = { en: english, ne: nepali };

/**
 * Reads the operator's texts, links and pages from the content folder and combines them with the settings. Missing
 * parts are read from the shipped folder: whole pages, pictures, and single entries of `site.json`. The texts of another
 * language are in a folder of its name, with the same files; parts that are missing there are those of the default
 * language, unless they are shipped ones, of which the shipped translation is taken. Throws an Error whose one-line
 * message names the file and the wrong entry; images that are named must exist. Logs entries that are odd but not wrong.
 */
export async function readSite({
  config,
  log,
}: {
  config: SiteConfig;
  log?: Log;
}): Promise<SiteTexts & { translations: ReadonlyMap<Language, SiteTexts>; accent: AccentColours | null }> {
  await requireFolder(config.contentDir);
  const file = await readSiteFile(config.contentDir, null);
  const others = config.languages.filter((language) => language !== defaultLanguage);
  const translations = await Promise.all(
    others.map(async (language) => {
      const translated = await readSiteFile(config.contentDir, language);
      return [language, await readTexts({ config, file: translated, language, log })] as const;
    }),
  );
  return {
    ...(await readTexts({ config, file, language: defaultLanguage, log })),
    translations: new Map(translations),
    accent: file.accent,
  };
}

async function readTexts(parts: {
  config: SiteConfig;
  file: SiteFile;
  language: Language;
  log: Log | undefined;
}): Promise<SiteTexts> {
  const { config, file, language, log } = parts;
  const contactEmail = config.contactEmail ?? file.contactEmail;
  const entranceExam = { ...file.entranceExam, url: config.entranceExamUrl ?? file.entranceExam.url };
  const site: Site = {
    ids: config.ids,
    publicUrl: config.publicUrl,
    contactEmail,
    isContactPlaceholder: isReservedAddress(contactEmail),
    entranceExam,
    credit: file.credit,
    rights: file.rights,
    name: file.name,
    language: file.language,
    languages: config.languages,
    logo: file.logo,
    accentStyles: file.accent && accentStylesAddress(file.accent),
    banner: file.banner.map((slide) => ({
      ...slide,
      link: slide.link === entranceExamLink ? entranceExam.url : slide.link,
    })),
    contributors: file.contributors,
    timeZone: config.timeZone,
    calendar: config.calendar,
    maxUploadBytes: config.maxUploadBytes,
  };
  const { yearsShown, megabytes, table } = messages[language];
  const words = {
    contactEmail,
    operator: file.operator,
    siteName: file.name,
    siteAddress: new URL(config.publicUrl).host,
    yearsShown: yearsShown[config.calendar],
    maxUploadSize: megabytes(Math.floor(config.maxUploadBytes / (1024 * 1024))),
    ...privacyWords(config, language),
  };
  const pages = await Promise.all(
    pageNames.map(async (name) => {
      const { place, language: ofText } = await findPage(config.contentDir, `${name}.md`, language, file.language);
      return readContentPage({ place, name, words, language: ofText, pagesLanguage: language, table, log });
    }),
  );
  return { site, pages };
}

/** Returns the file of a page for the pages of a language, and the language of its text. */
async function findPage(
  contentDir: string,
  file: string,
  language: Language,
  own: string,
): Promise<{ place: string; language: string }> {
  const places = [
    ...(language === defaultLanguage ? [] : [{ place: path.join(contentDir, language, 'pages', file), language }]),
    { place: path.join(contentDir, 'pages', file), language: contentDir === shippedContentDir ? 'en' : own },
    ...(language === defaultLanguage
      ? []
      : [{ place: path.join(shippedContentDir, language, 'pages', file), language }]),
  ];
  for (const each of places) if (await exists(each.place)) return each;
  return { place: path.join(shippedContentDir, 'pages', file), language: 'en' };
}

/** Returns the path of a file in the operator's folder, or in the shipped one if the operator's does not have it. */
async function findContent(contentDir: string, file: string): Promise<string> {
  const own = path.join(contentDir, file);
  return (await exists(own)) ? own : path.join(shippedContentDir, file);
}

/** Throws if the folder does not exist, so that the shipped content is not used silently because of a misspelt name. */
async function requireFolder(contentDir: string): Promise<void> {
  const fault = await findFolderFault(contentDir);
  if (fault !== null) throw new Error(`setting CONTENT_DIR: ${fault}`);
}

/** True unless the file is known to be missing. An unreadable file is reported when it is read. */
function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

/** Reads `site.json`, for a language if given, with missing entries from the files that `readSite` names. */
async function readSiteFile(contentDir: string, language: Language | null): Promise<SiteFile> {
  const isShipped = contentDir === shippedContentDir;
  const fileIn = (folder: string, of: Language | null) => path.join(folder, of ?? '', 'site.json');
  const readIfThere = async (file: string) => ((await exists(file)) ? await readEntries(file) : null);
  const shipped = await readEntries(fileIn(shippedContentDir, null));
  const own = isShipped ? null : await readIfThere(fileIn(contentDir, null));
  const shippedWords = language && (await readIfThere(fileIn(shippedContentDir, language)));
  const ownWords = language && !isShipped ? await readIfThere(fileIn(contentDir, language)) : null;
  // The text that names a language for screen readers is that of the contributors.
  const isTranslated = 'contributors' in { ...(own ?? shippedWords), ...ownWords } && !(own && !ownWords);
  const entries = { ...shipped, ...shippedWords, ...own, ...ownWords, ...(isTranslated && language && { language }) };
  const place = ownWords
    ? fileIn(contentDir, language)
    : own
      ? fileIn(contentDir, null)
      : fileIn(shippedContentDir, null);
  const parsed = siteFile.safeParse(entries, { error: inPlainWords });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`${place}: ${describeEntry(issue?.path ?? [])}: ${oneLine(issue?.message ?? 'is not valid')}`);
  }
  await rejectMissingImages(parsed.data, contentDir, place);
  return parsed.data;
}

async function readEntries(place: string): Promise<object> {
  const written = await readFile(place, 'utf8').catch((cause: unknown) => {
    throw new Error(`setting CONTENT_DIR: ${place}: cannot be read${whyUnreadable(cause)}`, { cause });
  });
  const json = parseJson(written, place);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new Error(`${place}: the whole file: must be entries in braces`);
  return json;
}

function parseJson(written: string, place: string): unknown {
  try {
    return JSON.parse(written.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new Error(`${place}: is not JSON: ${oneLine(cause instanceof Error ? cause.message : String(cause))}`, {
      cause,
    });
  }
}

async function rejectMissingImages(file: SiteFile, contentDir: string, place: string): Promise<void> {
  const named = [
    ...(file.logo ? [{ entry: describeEntry(['logo']), image: file.logo }] : []),
    ...file.banner.map((slide, index) => ({ entry: describeEntry(['banner', index, 'image']), image: slide.image })),
    ...file.contributors.map((person, index) => ({
      entry: describeEntry(['contributors', index, 'avatar']),
      image: person.avatar,
    })),
  ];
  for (const { entry, image: address } of named) {
    const name = path.join('images', path.basename(address));
    if (!(await exists(await findContent(contentDir, name))))
      throw new Error(`${place}: ${entry}: there is no file ${path.join(contentDir, name)}`);
  }
}

/** Describes the path of an entry: `['banner', 1, 'link']` → `banner number 2, "link"`. */
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

function isLanguage(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

function isHttpAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** True for reserved domains (RFC 2606), as in the shipped contact address. */
function isReservedAddress(email: string): boolean {
  return /[@.]example(\.(com|net|org))?$/i.test(email);
}
