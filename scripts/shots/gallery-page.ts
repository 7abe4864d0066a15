import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pictureName, sizes, themes, type ShotGroup } from './shot.ts';

/** Writes `index.html`: every picture of the folder by screen, sizes and themes side by side. Opened as a plain file. */
export async function writeGalleryPage(folder: string, groups: readonly ShotGroup[]): Promise<void> {
  const sections = groups.map(
    ({ title, shots }) =>
      `<h2>${title}</h2>\n${shots
        .map((shot) => {
          const pictures = sizes.flatMap((size) =>
            themes.flatMap((theme) => {
              const file = pictureName(shot, size, theme);
              if (!existsSync(path.join(folder, file))) return [];
              const words = `${size.name}, ${theme}`;
              return [
                `<figure class="${size.name}"><a href="${file}"><img src="${file}" alt="${shot.name}, ${words}" loading="lazy"></a><figcaption>${words}</figcaption></figure>`,
              ];
            }),
          );
          return pictures.length === 0
            ? ''
            : `<section id="${shot.name}"><h3>${shot.name}</h3><div>${pictures.join('')}</div></section>`;
        })
        .join('\n')}`,
  );
  const ways = groups.flatMap(({ shots }) => shots.map(({ name }) => `<a href="#${name}">${name}</a>`));
  await writeFile(
    path.join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Examshelf: every screen and state</title>
<style>
  body { margin: 1.5rem; font: 15px/1.4 system-ui, sans-serif; background: #ddd; color: #111 }
  nav { display: flex; flex-wrap: wrap; gap: 0.2rem 0.9rem }
  section > div { display: flex; align-items: flex-start; gap: 0.8rem; overflow-x: auto; padding-bottom: 0.6rem }
  figure { margin: 0; flex: none }
  figure img { display: block; width: 100%; border: 1px solid #999 }
  .phone { width: 240px } .tablet { width: 340px } .desktop { width: 560px }
</style>
</head>
<body>
<h1>Every screen and state</h1>
<nav>${ways.join('')}</nav>
${sections.join('\n')}
</body>
</html>
`,
  );
}
