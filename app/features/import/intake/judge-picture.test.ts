import { expect, test } from 'vitest';
import { typeByName } from '#domain/file-type.ts';
import { judgePicture, type NoPage } from './judge-picture.ts';
import { ProjectFolders } from './project-folders.ts';
import type { Picture } from './read-picture.ts';

type Given = readonly [path: string, width: number, height: number, kilobytes: number];

function judge([path, width, height, kilobytes]: Given, beside: readonly string[] = []): NoPage | null {
  const folders = new ProjectFolders();
  for (const file of beside) folders.note(file);
  const type = typeByName(path);
  if (!type) throw new Error(path);
  const file = { path, name: path.split('/').at(-1) ?? '', sizeBytes: kilobytes * 1024, open: async () => new Blob() };
  const facts: Picture = {
    file,
    path,
    type,
    size: { width, height },
    takenAt: null,
    modifiedAt: null,
    isMarkedScreenshot: path.includes('marked'),
  };
  return judgePicture(facts, folders);
}

test('photographs and scans of papers are pages, even at small sizes, and in folders of any name', () => {
  const papers: Given[] = [
    ['OS/IMG_20230611_101112.jpg', 4000, 3000, 3000],
    ['OS/WhatsApp Image 2023-07-28 at 8.14.04 PM.jpeg', 900, 1600, 80],
    ['OS/mid.jpeg', 1280, 641, 75],
    ['OS/quiz 1.jpeg', 1599, 899, 95],
    ['NM/midterm(A).png', 836, 541, 640],
    ['NM/mid 2.jpg', 577, 634, 90],
    ['control lab/entrance test.jpeg', 514, 686, 62],
    ['Physics Lab/IMG_1.jpg', 4032, 3024, 2000],
    ['Labs/scan.png', 1240, 1755, 200],
    ['scans/on its side.png', 1754, 1240, 60],
    ['Old questions/images/1.jpg', 1200, 1600, 200],
    ['questions/Screenshot_20230728-201402.png', 1080, 2340, 400],
    ['exams/figure.png', 1000, 700, 40],
  ];
  expect(papers.map((given) => [given[0], judge(given)])).toEqual(papers.map(([path]) => [path, null]));
});

test('screenshots, pictures of instruments, logos, parts of pages and small pictures are left out, each with its reason', () => {
  const others: [Given, NoPage][] = [
    [['AI/Screenshot (12).png', 1366, 768, 300], 'screenshot'],
    [['AI/Firefox_Screenshot_2015-07-08.png', 505, 397, 19], 'screenshot'],
    [['AI/ScreenShots/3.png', 1200, 900, 300], 'screenshot'],
    [['AI/Screen Shot 2020-01-01 at 1.00.00 PM.png', 1200, 900, 900], 'screenshot'],
    [['AI/marked.png', 1200, 900, 900], 'screenshot'],
    [['Bus/TEK0012.JPG', 640, 480, 90], 'instrument'],
    [['notes/college logo.png', 800, 800, 300], 'icon'],
    [['C/output 2.jpg', 1200, 900, 300], 'output'],
    [['AI/male.jpg', 256, 256, 50], 'small'],
    [['Bus/trace.jpg', 1683, 433, 60], 'strip'],
    [['DBA/LAB WORKS/2/Db1.PNG', 756, 539, 37], 'lab'],
    [['DBA/oracle lab 3/create.JPG', 676, 345, 35], 'lab'],
    [['Bus/Labor/001.jpg', 1680, 1050, 170], 'lab'],
    [['DSA/notes/graph_1.png', 3840, 2160, 208], 'drawn'],
  ];
  expect(others.map(([given]) => [given[0], judge(given)])).toEqual(
    others.map(([given, reason]) => [given[0], reason]),
  );
});

test('pieces of web pages, programs and notes are left out, judged by the files next to them', () => {
  const photograph: [number, number, number] = [1920, 1440, 650];
  const pieces: [string, string[]][] = [
    ['web/paper_files/a.jpg', []],
    ['web/Seite-Dateien/a.jpg', []],
    ['web/My page files/a.jpg', ['web/My page.html']],
    ['site/images/college.jpg', ['site/index.html']],
    ['site/img/hero/college.jpg', ['site/style.css']],
    ['site/college.jpg', ['site/index.html', 'site/style.css']],
    ['app/assets/a.jpg', ['app/main.py']],
    ['app/node_modules/x/a.jpg', []],
    ['notes/images/a.jpg', ['notes/README.md']],
  ];
  expect(pieces.map(([path, beside]) => [path, judge([path, ...photograph], beside)])).toEqual(
    pieces.map(([path]) => [path, 'project']),
  );
  const pages: [string, string[]][] = [
    ['questions/images/a.jpg', ['questions/OS 2079.pdf']],
    ['exam files/a.jpg', ['exams.html']],
    ['Java/Program/a.jpg', ['Java/Program/Main.java']],
    ['papers/a.jpg', ['papers/OS 2079.html']],
  ];
  expect(pages.map(([path, beside]) => [path, judge([path, ...photograph], beside)])).toEqual(
    pages.map(([path]) => [path, null]),
  );
});
