import { expect, test } from 'vitest';
import { guessLanguages } from './text-language.ts';

const english =
  'Answer any five of the questions. What is a pointer? Explain with an example which of the following are valid, and why.';
const nepali =
  'कुनै पाँच प्रश्नको उत्तर दिनुहोस्। नेपालको संविधान २०७२ मा भएको मौलिक हक के हो? उदाहरण सहित व्याख्या गर्नुहोस् र यसको महत्व पनि लेख्नुहोस्। यो पत्र एक घण्टाको छ।';

test.each([
  [english, ['en']],
  [nepali, ['ne']],
  [
    'निम्नलिखित में से किन्हीं पाँच प्रश्नों के उत्तर दीजिए। भारत का संविधान कब लागू हुआ और यह किस प्रकार का है? उदाहरण के लिए समझाइए कि यह क्यों है।',
    ['hi'],
  ],
  [
    'Erklären Sie, was ein Zeiger ist, und geben Sie ein Beispiel für die Verwendung in einer Liste. Die Klausur dauert zwei Stunden.',
    ['de'],
  ],
  [
    'Betrakta följande program och förklara vad som skrivs ut. Det är inte tillåtet att använda miniräknare på tentamen, om den har minne.',
    ['sv'],
  ],
  [
    'Expliquez ce que sont les pointeurs et donnez un exemple dans le langage C. La durée de cette épreuve est de deux heures pour les étudiants.',
    ['fr'],
  ],
  [
    'Explique qué es un puntero y dé un ejemplo de los que se usan en una lista. La duración del examen es de dos horas para los alumnos.',
    ['es'],
  ],
  ['দুটি প্রশ্নের উত্তর দাও। পদার্থবিজ্ঞানের মূল সূত্রগুলি ব্যাখ্যা কর এবং উদাহরণ দাও।', ['bn']],
  ['次の問題に答えなさい。ポインタとは何かを例を挙げて説明してください。試験時間は二時間です。', ['ja']],
  [`${nepali} ${english}`, ['ne', 'en']],
])('the language of %j is detected by its script and its common words', (text, languages) => {
  expect(guessLanguages(text).toSorted()).toEqual(languages.toSorted());
});

test.each([
  '',
  'TCP/IP',
  // Preeti, an old font: Nepali in the letters of English.
  "g]kfnsf] ;+ljwfg @)&@ df ePsf] df}lns xs s] xf] < pbfx/0f ;lxt JofVof ug{'xf];\\ . s'g} kfFr k|Zgsf] pQ/ lbg'xf];\\",
  'F = ma, E = mc², a² + b² = c², ∫ sin x dx = −cos x + C, lim f(x) = L, det A = ad − bc, x = 2y + 3z, dy/dx = 4x³',
  'Alpha Beta Gamma Delta Epsilon Zeta Theta Kappa Lambda Omikron Sigma Upsilon Omega Alpha Beta Gamma Delta',
])('no language is guessed for %j', (text) => {
  expect(guessLanguages(text)).toEqual([]);
});
