import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';
import { slugify } from '#domain/text/slug.ts';
import type { InterfaceDocument, JsonSchema, Operation, Parameter } from './interface-document.ts';

const style = readFileSync(path.join(import.meta.dirname, 'guide.css'), 'utf8');

/** Renders the page of `/v1/docs`: the guide (Markdown), followed by every route of the document. Needs no script. */
export async function renderGuide(guide: string, document: InterfaceDocument): Promise<string> {
  const { title, html, sections } = await renderMarkdown(guide);
  const operations = operationsOf(document);
  const topics = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const schemas = Object.entries(document.components.schemas);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} · Examshelf</title>
<meta name="description" content="How programs read and manage this library: a guide with examples, and every route.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><a class="home" href="/">Examshelf</a><a href="/v1/openapi.json">openapi.json</a></header>
<div class="page">
<nav aria-label="Contents">
<h2>Contents</h2>
<ul>
<li><a href="#content">${escape(title)}</a><ul>${sections
    .map(({ id, inner }) => `<li><a href="#${id}">${inner}</a></li>`)
    .join('')}</ul></li>
${topics
  .map(
    (topic) =>
      `<li><a href="#${anchor(topic.name)}">${escape(topic.name)}</a><ul>${topic.operations
        .map(({ operation }) => `<li><a href="#${operation.operationId}">${escape(operation.summary)}</a></li>`)
        .join('')}</ul></li>`,
  )
  .join('\n')}
<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>
<main id="content" tabindex="-1">
<h1>${escape(title)}</h1>
${html}
${topics
  .map(
    (topic) =>
      `<section aria-labelledby="${anchor(topic.name)}"><h2 id="${anchor(topic.name)}">${escape(topic.name)}</h2>\n<p>${escape(topic.description)}</p>\n${topic.operations.map(renderOperation).join('\n')}</section>`,
  )
  .join('\n')}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => renderSchema(name, schema)).join('\n')}
</section>
</main>
</div>
</body>
</html>
`;
}

type Placed = { method: string; path: string; operation: Operation };

function operationsOf({ paths }: InterfaceDocument): Placed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function renderOperation({ method, path: address, operation }: Placed): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const needsProject = operation.security.some((scheme) => 'project' in scheme);
  const bodies = Object.entries(requestBody?.content ?? {});
  return `<article aria-labelledby="${operationId}">
<h3 id="${operationId}">${escape(summary)}</h3>
<p class="address"><span class="method">${method}</span> <code>/v1${escape(address)}</code></p>
${description ? `<p>${inline(description)}</p>` : ''}
${needsProject ? '' : '<p class="quiet">No project is needed.</p>'}
${parameters.length > 0 ? `<h4>Parameters</h4>\n<dl>${parameters.map(renderParameter).join('')}</dl>` : ''}
${bodies.map(([type, { schema }]) => `<h4>Body <small>${escape(type)}</small></h4>\n${renderFields(schema ?? {})}`).join('')}
<h4>Answers</h4>
<dl>${Object.entries(responses)
    .map(([status, answer]) => {
      const schema = Object.values(answer.content ?? {})[0]?.schema;
      const named = schema && '$ref' in schema ? ` ${typeOf(schema)}` : '';
      const headers = Object.keys(answer.headers ?? {}).map((name) => `<code>${escape(name)}</code>`);
      const headerList = headers.length > 0 ? `<br>Headers: ${headers.join(', ')}` : '';
      return `<dt>${status}${named}</dt><dd>${inline(answer.description)}${headerList}</dd>`;
    })
    .join('')}</dl>
</article>`;
}

function renderParameter({ name, in: place, required, description = '', schema }: Parameter): string {
  const facts = [`in ${place}`, required ? 'required' : '', typeOf(schema)].filter(Boolean).join(', ');
  return `<dt><code>${escape(name)}</code> <small>${facts}</small></dt><dd>${inline(description)}</dd>`;
}

function renderSchema(name: string, schema: JsonSchema): string {
  const { description } = schema;
  return `<article aria-labelledby="schema-${name}">
<h3 id="schema-${name}">${escape(name)}</h3>
${typeof description === 'string' ? `<p>${inline(description)}</p>` : ''}
${'properties' in schema ? renderFields(schema) : `<p>${typeOf(schema)}</p>`}
</article>`;
}

function renderFields(schema: JsonSchema): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const required = (schema['required'] ?? []) as string[];
  const rows = properties.map(([name, each]) => {
    const facts = [required.includes(name) ? 'required' : '', typeOf(each)].filter(Boolean).join(', ');
    const { description } = each;
    return `<dt><code>${escape(name)}</code> <small>${facts}</small></dt><dd>${typeof description === 'string' ? inline(description) : ''}</dd>`;
  });
  return `<dl>${rows.join('')}</dl>`;
}

/** Returns the type of a value in a few words. Named schemas become links to their description. */
function typeOf(schema: JsonSchema): string {
  const { $ref, type, items, anyOf, allOf, enum: choices } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return `<a href="#schema-${name}">${escape(name)}</a>`;
  }
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map((each: JsonSchema) => typeOf(each)))].join(' or ');
  if (Array.isArray(allOf)) return allOf.map((each: JsonSchema) => typeOf(each)).join(' and ');
  if (Array.isArray(choices)) return choices.map((each) => `<code>${escape(String(each))}</code>`).join(' or ');
  if (type === 'array') return `list of ${items ? typeOf(items as JsonSchema) : 'anything'}`;
  if (Array.isArray(type)) return type.join(' or ');
  if ('contentMediaType' in schema) return 'file';
  return typeof type === 'string' ? type : 'anything';
}

type Section = { id: string; inner: string };

async function renderMarkdown(markdown: string): Promise<{ title: string; html: string; sections: Section[] }> {
  const sections: Section[] = [];
  const [, title = 'Interface', body = markdown] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? [];
  const marked = new Marked({
    gfm: true,
    async: true,
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        const id = `guide-${slugify(inner.replace(/<[^>]+>/g, ''))}`;
        sections.push({ id, inner });
        return `<h${depth} id="${id}">${inner}</h${depth}>\n`;
      },
      // Focusable, so that content wider than the screen can be scrolled with the keyboard.
      code({ text, lang }) {
        const kind = lang?.startsWith('http') ? 'Request or response' : 'Example';
        return `<pre tabindex="0" role="group" aria-label="${kind}"><code>${escape(text)}</code></pre>\n`;
      },
    },
  });
  return { title, html: await marked.parse(body), sections };
}

const anchor = (name: string) => `topic-${slugify(name)}`;

/** Renders plain text in which only code is marked, by backticks. */
function inline(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
