import { expect, test } from 'vitest';
import { foldLine } from './repeated-lines.ts';
import { judgePageText, type PageFacts } from './usable-text.ts';

function judge(text: string, more: Partial<PageFacts> = {}) {
  return judgePageText({ text, fonts: [], imageShare: 0, pictured: null, repeatedLines: new Set(), ...more });
}

const preeti =
  "g]kfn ;/sf/ lzIff tyf v]ns'b dGqfno kf7\\oqmd ljsf; s]Gb| ;fgf]l7dL eQmk'/ åf/f k|sflzt. ;a} k|Zgx? clgjfo{ 5g\\ . ljBfyL{x?n] oyf;Dej cfˆg} zAbdf pQ/ lbg' kg]{5 . ;fdflhs ljsf; eg]sf] s] xf] < o;sf ljz]iftfx? pNn]v ug'{xf];\\ .";

test.each([
  ['English', 'Define deadlock. Explain the four necessary conditions for deadlock with an example of a graph.'],
  ['Nepali', 'नेपाली भाषाको क्षेत्र र विद्यार्थीको भूमिका वर्णन गर्नुहोस्। आफ्नै शब्दमा उत्तर दिनुहोस् र उदाहरण पनि दिनुहोस्।'],
  [
    'Hindi, which has many short words',
    'संविधान के अनुसार राष्ट्रपति देश का प्रमुख होता है और वह प्रधानमंत्री की सलाह से काम करता है। जल के दो गुण लिखिए और बताइए कि वे क्यों उपयोगी हैं।',
  ],
  ['Arabic', 'اشرح شروط الجمود الأربعة اللازمة مع مثال على مخطط تخصيص الموارد. ما هو نظام التشغيل؟'],
  ['Chinese', '解释死锁的四个必要条件，并举例说明资源分配图。什么是操作系统？'],
  ['French', 'Définissez l’interblocage. Expliquez les quatre conditions nécessaires à l’aide d’un exemple détaillé.'],
  ['maths', '∫ x² dx = x³/3 + C,  lim n→∞ (1 + 1/n)ⁿ = e,  A ∪ B ⊆ C,  ∀ε > 0 ∃δ > 0: |x − a| < δ ⇒ |f(x) − f(a)| < ε'],
  [
    'code',
    'for (int i = 0; i < n; i++) { printf("%d", arr[i]); tmp = ptr->next; free(ptr); ptr = tmp; }\nstruct node *temp = malloc(sizeof(struct node)); while (curr != NULL) { prev = curr; curr = curr->next; }',
  ],
  ['a table of numbers', Array.from({ length: 40 }, (_, row) => `${row} 3.14 2,718 0.5772 1/2`).join('\n')],
  ['a heading alone', 'Chapter 3'],
  ['bullets from a symbol font', '\uf0b7 What is a process?\n\uf0b7 What is a thread?\n\uf0b7 What is a semaphore?'],
])('%s is usable', (_, text) => {
  expect(judge(text)).toBe('usable');
});

test.each([
  ['Preeti, by its letters', preeti, {}],
  ['a legacy font by name', 'g]kfn !)) @)&(', { fonts: [{ name: 'ABCDEF+Himalb', share: 0.9 }] }],
  [
    'letters shifted by three',
    'Ghilqh ghdgorfn. Hasodlq wkh irxu qhfhvvdub frqglwlrqv iru ghdgorfn zlwk dq hadpsoh ri d judsk.',
    {},
  ],
  ['control characters', '\u0002\u0003\u0004\u0005\u0003 \u0006\u0004\u0007', {}],
  ['replacement characters', '���� ��� ������', {}],
  ['private-use glyphs', '\ue012\ue034\ue056 \ue078\ue09a text', {}],
  ['accented soup', '«¤®Åß þÐøå ¿ÇËÊ ÑÒÓÔ ×ØÙÚ ÛÜÝÞ «¤®Åß þÐøå ¿ÇËÊ ÑÒÓÔ ×ØÙÚ ÛÜÝÞ a «¤®Åß þÐøå ¿ÇËÊ ÑÒÓÔ', {}],
  [
    'Nepali with a space after each sign',
    'सबै प्रश्न अनि वा र्य छन्। उत्तर सकेसम्म आफ्नै शब्दमा दि नुहो स्। तलका प्रश्नको उत्तर दि नुहो स्। नेपा ली स्वर र व्यञ्जन वर्णको वर्गी करण उदा हरणसहि त गर्नुहो स्।',
    {},
  ],
  ['Devanagari with signs in front', 'िनेप िवद ोक ीत िकस ाग िमल ेन ुर िदन ाप िशक', {}],
])('%s is unusable', (_, text, more) => {
  expect(judge(text, more)).toBe('unusable');
});

test('a legacy font in the letterhead, or one whose letters are given as Devanagari, leaves a page usable', () => {
  const text = 'Define deadlock. Explain the four necessary conditions for deadlock with an example.';
  expect(judge(text, { fonts: [{ name: 'Himalb', share: 0.05 }] })).toBe('usable');
  expect(judge('नेपाली भाषाको क्षेत्र', { fonts: [{ name: 'Kanchan', share: 1 }] })).toBe('usable');
});

test('a page of English text with some converted text in Preeti is usable', () => {
  const text = 'Define deadlock, and explain the four necessary conditions for it. गतिरोधको अर्थ लेख्नुहोस्।';
  expect(judge(text, { fonts: [{ name: 'ABCDEF+Preeti', share: 0.3 }] })).toBe('usable');
});

test('only a stamp or repeated lines over a picture are unusable, and a page without content is empty', () => {
  expect(judge(' \n\t')).toBe('empty');
  expect(judge(' \n\t', { imageShare: 0.1 })).toBe('unusable');
  expect(judge('Scanned by CamScanner', { imageShare: 0.98 })).toBe('unusable');
  const watermark = 'Downloaded from the site of the students of this and of every other campus';
  const repeatedLines = new Set([foldLine(watermark)]);
  expect(judge(`${watermark}\n`, { imageShare: 0.9, repeatedLines })).toBe('unusable');
  expect(judge(watermark, { repeatedLines })).toBe('usable');
});
