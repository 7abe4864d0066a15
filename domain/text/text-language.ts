/** Minimum number of letters of a script; fewer are a name or a formula, not a language. */
const minLetters = 25;
/** Minimum fraction of letters in the second language, for a text in two languages, as many exam papers are. */
const minShare = 0.2;
/** Minimum fraction of all words that must be common words of the language; in running text it is a third or more. */
const minWords = 0.08;
/** Minimum number of different words of a language; fewer can be chance: formulas and letters of old fonts contain a few. */
const minDifferentWords = 4;
/** Minimum ratio to the number of words of the second language; below it, no language is returned. */
const minLead = 1.5;

/** Scripts of one language, or of a few. Languages that share a script are distinguished by their words. */
const scripts: readonly { script: RegExp; language: string | Readonly<Record<string, string>> }[] = [
  {
    script: /\p{Script=Latin}/gu,
    language: {
      en: 'the of and to in is for that with are or by an be on as from which what this it any not',
      de: 'der die und in den von zu das mit ist des sich auf für nicht ein eine als auch werden wird sie bei einer',
      fr: 'le la les et des en un une du est que pour dans qui sur par pas au avec plus sont ce aux',
      es: 'el la los las que en un una por con para se del es al lo como más su son entre',
      pt: 'o os as que em um uma por com para se do da dos das no na ao são não mais',
      it: 'il la le che di in un una per con del della dei delle è gli si nel sono non al',
      nl: 'de het een en van in is dat op te voor met zijn die niet aan er om door wordt',
      sv: 'och att det som en på är av för den till med inte om ett har de kan vid skall',
      da: 'og at det som en på er af for den til med ikke om et har de kan ved skal',
      nb: 'og å det som en på er av for den til med ikke om et har de kan ved skal',
      fi: 'ja on ei se että ovat tai kun myös mukaan joka niin sen voi ole kuin',
      pl: 'i w na z do się że nie jest to o jak przez od dla po oraz są jego',
      cs: 'a se v na je že s z do pro jsou nebo jako ve by o podle k při',
      tr: 've bir bu ile için de da olan olarak çok daha gibi ne kadar veya',
      id: 'yang dan di dengan untuk dari pada ini adalah dalam tidak atau oleh akan itu',
      vi: 'và của là các có trong được cho không một với những này khi từ',
      ro: 'și în de la cu pe din care este un o se nu pentru sunt mai',
      hu: 'a az és hogy nem is egy van meg ez de vagy csak mint',
    },
  },
  {
    script: /\p{Script=Devanagari}/gu,
    language: {
      ne: 'छ छन् हो र मा को का की ले लाई पनि गर्नुहोस् गर्नुहोस एक भने हुन्छ गर्ने भएको यो तथा वा कुनै',
      hi: 'है हैं में के का की और से को पर एक यह था कि लिए कर नहीं भी तथा या किसी',
      mr: 'आहे आहेत आणि च्या या ते की हे तर नाही व करा एक होते किंवा',
    },
  },
  {
    script: /\p{Script=Arabic}/gu,
    language: {
      ar: 'في من على إلى أن ما هو هي هذا هذه أو التي كل عن مع',
      fa: 'در از به که این را با است برای آن یک می و های شود',
      ur: 'کے کی ہے میں اور سے کا کو پر یہ ہیں نے ایک کہ',
    },
  },
  {
    script: /\p{Script=Cyrillic}/gu,
    language: {
      ru: 'и в не на что с по как для из от при это к или если',
      uk: 'і в не на що з та для від як до при це або якщо є',
      bg: 'и в на не да се за от с по е са или като при',
    },
  },
  { script: /\p{Script=Bengali}/gu, language: 'bn' },
  { script: /\p{Script=Gurmukhi}/gu, language: 'pa' },
  { script: /\p{Script=Gujarati}/gu, language: 'gu' },
  { script: /\p{Script=Tamil}/gu, language: 'ta' },
  { script: /\p{Script=Telugu}/gu, language: 'te' },
  { script: /\p{Script=Kannada}/gu, language: 'kn' },
  { script: /\p{Script=Malayalam}/gu, language: 'ml' },
  { script: /\p{Script=Sinhala}/gu, language: 'si' },
  { script: /\p{Script=Thai}/gu, language: 'th' },
  { script: /\p{Script=Hebrew}/gu, language: 'he' },
  { script: /\p{Script=Hangul}/gu, language: 'ko' },
  { script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, language: 'zh' },
];

const wordSets = new Map(
  scripts.flatMap(({ language }) =>
    typeof language === 'string'
      ? []
      : Object.entries(language).map(([name, words]) => [name, new Set(words.split(' '))] as const),
  ),
);

/**
 * Returns the languages of a text as BCP 47 tags, the one with the most letters first. Empty if they are uncertain: the
 * text is too short, has only formulas, or is in the letters of a legacy font.
 */
export function guessLanguages(text: string): string[] {
  const plain = text.normalize('NFC').toLowerCase();
  const counted = scripts.map(({ script, language }) => ({
    script,
    language,
    letters: plain.match(script)?.length ?? 0,
  }));
  const total = counted.reduce((sum, { letters }) => sum + letters, 0);
  const found: string[] = counted
    .filter(({ letters }) => letters >= minLetters && letters >= total * minShare)
    .sort((one, other) => other.letters - one.letters)
    .flatMap(({ script, language }) =>
      typeof language === 'string' ? language : (chooseByWords(plain, script, language) ?? []),
    );
  // Japanese is written in Chinese characters and two other scripts.
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain);
  return found.map((language) => (language === 'zh' && isJapanese ? 'ja' : language));
}

/** Returns the language with the most words in the text, if its lead is clear. */
function chooseByWords(text: string, script: RegExp, languages: Readonly<Record<string, string>>): string | null {
  // Single letters are variables, except in scripts whose letters carry vowel signs.
  const words =
    text.match(/[\p{L}\p{M}]{2,}|[^\P{L}\p{Script=Latin}]/gu)?.filter((word) => word.search(script) === 0) ?? [];
  const counts = Object.keys(languages)
    .map((language) => {
      const common = words.filter((word) => wordSets.get(language)?.has(word));
      return { language, count: common.length, different: new Set(common).size };
    })
    .sort((one, other) => other.count - one.count);
  const [best, next] = counts;
  if (!best || best.different < minDifferentWords || best.count < words.length * minWords) return null;
  if (best.count < (next?.count ?? 0) * minLead) return null;
  return best.language;
}
