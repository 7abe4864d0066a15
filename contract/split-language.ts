import { defaultLanguage, languages, type Language } from './languages.ts';

/** Returns the language of an address (path, perhaps with a query), and the same address without a language. */
export function splitLanguage(address: string): { language: Language; address: string } {
  const [, tag, rest = ''] = prefixed.exec(address) ?? [];
  if (tag === undefined) return { language: defaultLanguage, address };
  return { language: tag as Language, address: rest.startsWith('/') ? rest : `/${rest}` };
}

const prefixed = new RegExp(String.raw`^/(${languages.slice(1).join('|')})(?=$|[/?#])(.*)$`, 's');
