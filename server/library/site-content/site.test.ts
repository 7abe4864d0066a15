import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { accentStyles } from './site-accent.ts';
import { readSite } from './site.ts';

test('the shipped content passes its own check, with every page and the contact address filled in', async () => {
  const { site, pages } = await readSite({ config: readConfig({}), log: refuseWarnings });
  expect(pages.map((page) => page.name)).toEqual(['about', 'contact', 'faq', 'privacy', 'terms']);
  expect(pages.filter((page) => /\{\w+\}/.test(page.html + page.description))).toEqual([]);
  expect(pages.find((page) => page.name === 'contact')?.html).toContain(`href="mailto:${site.contactEmail}"`);
  expect(site.banner).toHaveLength(2);
  expect(site.contributors.map((person) => person.isSample)).toEqual([true, true, true]);
  expect(site.credit).toBe('the Examshelf project');
});

test('the shipped contact address counts as a placeholder until a setting gives a real one', async () => {
  const shipped = await readSite({ config: readConfig({}) });
  const own = await readSite({ config: readConfig({ CONTACT_EMAIL: 'papers@campus.edu.np' }) });
  expect(shipped.site.isContactPlaceholder).toBe(true);
  expect(own.site).toMatchObject({ contactEmail: 'papers@campus.edu.np', isContactPlaceholder: false });
  expect(own.pages.find((page) => page.name === 'contact')?.html).toContain('mailto:papers@campus.edu.np');
});

test('the setting for the entrance exam changes the link and the slide that refers to it', async () => {
  const { site } = await readSite({ config: readConfig({ ENTRANCE_EXAM_URL: 'https://exams.example.edu/' }) });
  expect(site.entranceExam).toEqual({ label: 'Entrance Exam', url: 'https://exams.example.edu/' });
  expect(site.banner[0]?.link).toBe('https://exams.example.edu/');
});

test('a slide whose link is not a web address is named in the refusal', async () => {
  const folder = await copyContent();
  await changeSite(folder, (site) => void (site.banner[1]!.link = 'javascript:alert(1)'));
  await expect(readSite({ config: configOf(folder) })).rejects.toThrow(
    /site\.json: banner number 2, "link": must be an http or https address/,
  );
});

test('a missing picture is named in the refusal', async () => {
  const folder = await copyContent();
  await changeSite(folder, (site) => void (site.contributors[0]!.avatar = '/content/images/nobody.png'));
  await expect(readSite({ config: configOf(folder) })).rejects.toThrow(
    /contributors number 1, "avatar": there is no file .*nobody\.png/,
  );
});

test('a picture outside the images folder is refused', async () => {
  const folder = await copyContent();
  await changeSite(folder, (site) => void (site.banner[0]!.image = '/content/images/../site.json'));
  await expect(readSite({ config: configOf(folder) })).rejects.toThrow(
    /banner number 1, "image": must be \/content\/images\//,
  );
});

test('an entry with a misspelt name is refused rather than ignored', async () => {
  const folder = await copyContent();
  await changeSite(folder, (site) => void Object.assign(site, { contactMail: 'a@campus.edu.np' }));
  await expect(readSite({ config: configOf(folder) })).rejects.toThrow(/site\.json: .*contactMail/);
});

test('JSON that cannot be read is refused in one line', async () => {
  const folder = await copyContent();
  await writeFile(path.join(folder, 'site.json'), '{\n  "contactEmail": \n}');
  const refusal = await readSite({ config: configOf(folder) }).catch((error: Error) => error.message);
  expect(refusal).toMatch(/site\.json: is not JSON/);
  expect(refusal).not.toContain('\n');
});

test('pages, pictures and entries missing in the folder are read from the shipped content', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'content-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, 'pages'));
  await writeFile(path.join(folder, 'site.json'), JSON.stringify({ name: 'Campus Papers' }));
  await writeFile(path.join(folder, 'pages', 'privacy.md'), '---\ntitle: Ours\ndescription: What\n---\n## {siteName}');
  const { site, pages } = await readSite({ config: configOf(folder) });
  expect(site).toMatchObject({ name: 'Campus Papers', credit: 'the Examshelf project', language: 'en', logo: null });
  expect(pages.find((page) => page.name === 'privacy')).toMatchObject({ title: 'Ours' });
  expect(pages.find((page) => page.name === 'privacy')?.html).toContain('Campus Papers');
  expect(pages.find((page) => page.name === 'about')?.html).toContain('Campus Papers has everything');
});

test('a missing content folder is reported with its setting', async () => {
  await expect(readSite({ config: configOf('no-such-folder') })).rejects.toThrow(
    'setting CONTENT_DIR: there is no folder no-such-folder',
  );
});

test('an accent with too little contrast is refused, and a style sheet with a readable one has its own address', async () => {
  const folder = await copyContent();
  const set = (accent: object) => changeSite(folder, (site) => void Object.assign(site, { accent }));
  await set({ light: '#9ad1c1', dark: '#5cc4a6' });
  await expect(readSite({ config: configOf(folder) })).rejects.toThrow(/"accent", "light": is too pale/);
  await set({ light: '#7a1f5c', dark: '#3a3a3a' });
  await expect(readSite({ config: configOf(folder) })).rejects.toThrow(/"accent", "dark": is too dark/);
  await set({ light: '#7a1f5c', dark: '#e39ccb' });
  const first = await readSite({ config: configOf(folder) });
  expect(first.site.accentStyles).toMatch(/^\/content\/accent\.css\?v=/);
  await set({ light: '#7a1f5d', dark: '#e39ccb' });
  expect((await readSite({ config: configOf(folder) })).site.accentStyles).not.toBe(first.site.accentStyles);
});

test('the shades of an accent are written out, because Chrome 109 cannot mix colours', () => {
  const styles = accentStyles({ light: '#0f6b57', dark: '#5cc4a6' });
  expect(styles).toContain('--accent-strong:#0c5646');
  expect(styles).not.toContain('color-mix');
});

test('a logo must exist, and a language must be valid', async () => {
  const folder = await copyContent();
  await changeSite(folder, (site) => void Object.assign(site, { logo: '/content/images/logo.svg' }));
  await expect(readSite({ config: configOf(folder) })).rejects.toThrow(/"logo": there is no file .*logo\.svg/);
  await changeSite(folder, (site) => void Object.assign(site, { logo: null, language: 'not a language' }));
  await expect(readSite({ config: configOf(folder) })).rejects.toThrow(/"language": must be a language tag/);
});

test('a page without a title is named in the refusal', async () => {
  const folder = await copyContent();
  await writeFile(path.join(folder, 'pages', 'about.md'), '---\ndescription: What this is\n---\n\nText.');
  await expect(readSite({ config: configOf(folder) })).rejects.toThrow(/about\.md: front matter: "title" is missing/);
});

test('Markdown becomes HTML with linkable headings, tables that scroll and external links without an opener', async () => {
  const folder = await copyContent();
  const text =
    '## How?\n\n## How?\n\n[out](https://a.example "A & B")\n\n[in](/faq)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
  await writeFile(
    path.join(folder, 'pages', 'about.md'),
    `---\r\ntitle: "About: us"\r\ndescription: What\r\n---\r\n${text}`,
  );
  const { pages } = await readSite({ config: configOf(folder) });
  const about = pages.find((page) => page.name === 'about');
  expect(about?.title).toBe('About: us');
  expect(about?.html).toContain('<h2 id="how">How?</h2>\n<h2 id="how-2">How?</h2>');
  expect(about?.html).toContain('<a href="https://a.example" title="A &amp; B" rel="noopener">out</a>');
  expect(about?.html).toContain('<a href="/faq">in</a>');
  expect(about?.html).toContain('<th scope="col">a</th>');
});

test('HTML in Markdown is shown unchanged, except for elements that load or run something', async () => {
  const folder = await copyContent();
  const lines = [
    'H<sub>2</sub>O<br>and <kbd>Ctrl</kbd> & <u onclick="evil()">more</u>',
    '<script>evil()</script>',
    '<img src=x onerror=evil()> <svg/onload=evil()> <iframe srcdoc="<script>evil()</script>"></iframe>',
    '<!-- a note to ourselves -->',
    '<details><summary>More</summary>hidden text</details>',
    '<style>* { color: red }</style>',
    '[run](javascript:evil()) [also](&#1;java&#115;cript:evil()) [mail](mailto:a@library.test)',
    '<scr<b>ipt>evil()</scr<b>ipt>',
  ];
  await writeFile(
    path.join(folder, 'pages', 'about.md'),
    `---\ntitle: About\ndescription: What\n---\n${lines.join('\n\n')}`,
  );
  const { pages } = await readSite({ config: configOf(folder) });
  const written = pages.find((page) => page.name === 'about')?.html ?? '';
  expect(written).toContain('H<sub>2</sub>O<br>and <kbd>Ctrl</kbd> &amp; &lt;u onclick="evil()"&gt;more</u>');
  expect(written).toContain('&lt;script&gt;evil()&lt;/script&gt;');
  expect(written).toContain('<details><summary>More</summary>hidden text</details>');
  expect(written).toContain('<a href="mailto:a@library.test">mail</a>');
  expect(written).not.toContain('a note to ourselves');
  const tags = [...new Set([...written.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name))];
  expect(tags.toSorted()).toEqual(['a', 'b', 'br', 'details', 'kbd', 'p', 'sub', 'summary', 'u']);
  expect(written).not.toMatch(/<[^>]*(?:javascript|onclick|onerror|onload)/i);
});

test('unknown names in braces are reported and left unchanged', async () => {
  const folder = await copyContent();
  await writeFile(
    path.join(folder, 'pages', 'terms.md'),
    '---\ntitle: Terms\ndescription: Rules\n---\nWrite to {contactEmial}.',
  );
  const warnings: object[] = [];
  const { pages } = await readSite({ config: configOf(folder), log: { warn: (facts) => void warnings.push(facts) } });
  expect(warnings).toEqual([{ file: path.join(folder, 'pages', 'terms.md'), unknown: ['{contactEmial}'] }]);
  expect(pages.find((page) => page.name === 'terms')?.html).toContain('{contactEmial}');
});

type SiteFile = { banner: { image: string; link: string }[]; contributors: { avatar: string }[] };

const refuseWarnings = {
  warn(facts: object, message: string): never {
    throw new Error(`${message}: ${JSON.stringify(facts)}`);
  },
};

async function copyContent(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'content-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp('content', folder, { recursive: true });
  return folder;
}

async function changeSite(folder: string, change: (site: SiteFile) => void): Promise<void> {
  const place = path.join(folder, 'site.json');
  const site = JSON.parse(await readFile(place, 'utf8')) as SiteFile;
  change(site);
  await writeFile(place, JSON.stringify(site));
}

function configOf(contentDir: string): ReturnType<typeof readConfig> {
  return readConfig({ CONTENT_DIR: contentDir });
}
