/** The head of a page, as a robot reads it. */
export type PageHead = {
  titles: string[];
  canonicals: string[];
  /** The contents of `meta` elements by name or property; each must exist once. */
  meta: Record<string, string>;
  /** Names and properties that the head has more than once. */
  repeated: string[];
};

const entities: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>' };
const plain = (text: string) => text.replace(/&(?:amp|quot|#x27|lt|gt);/g, (entity) => entities[entity] ?? entity);

/** Parses the head of a rendered page. */
export function readPageHead(html: string): PageHead {
  const head = /<head>([\s\S]*?)<\/head>/.exec(html)?.[1] ?? '';
  const meta: Record<string, string> = {};
  const repeated: string[] = [];
  for (const [, name = '', content = ''] of head.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)) {
    if (name in meta) repeated.push(name);
    meta[name] = plain(content);
  }
  return {
    titles: [...head.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title = '']) => plain(title)),
    canonicals: [...head.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href = '']) => plain(href)),
    meta,
    repeated,
  };
}
