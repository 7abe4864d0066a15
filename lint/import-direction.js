import path from 'node:path';
import { literalSentences } from './literal-sentences.js';
import { logicalClasses } from './logical-classes.js';

/**
 * Imports run one way: domain ← contract ← server; domain ← messages ← app; app/ui ← app/features ← app/routes; `app` takes types at most from
 * `server`, `messages` from `contract`. Within the server: http → services → ports; only `server/engines/resources.ts` opens engines. Zones are derived
 * from the folders, so new features and services are covered. Tests, scripts, benchmarks and `main.ts` may import
 * anything.
 */

const root = path.join(import.meta.dirname, '..');

/** The zones from which each zone may import values, besides itself. */
const mayImport = {
  domain: [],
  contract: ['domain'],
  messages: ['domain'],
  server: ['domain', 'contract', 'messages'],
  'app/ui': ['app/ui', 'messages'],
  'app/features': ['app/ui', 'app/styles', 'messages', 'contract', 'domain', 'catalogue'],
  'app/routes': ['app/features', 'app/ui', 'app/styles', 'messages', 'contract', 'domain', 'catalogue'],
  app: ['app', 'app/features', 'app/routes', 'app/ui', 'app/styles', 'messages', 'contract', 'domain'],
};

/** Features that others may import: parts that several pages share. */
const sharedFeatures = new Set([
  'layout',
  'materials',
  'session',
  'open-material',
  'viewer',
  'reader',
  'html-viewer',
  'live',
  'my-reading',
  'share',
  'offline-files',
  'material-list',
  'exam-mode',
  'undo',
]);

/** Only these open the two viewers; neither viewer may import the other. Shared code is in `viewer/`. */
const viewers = new Set(['reader', 'html-viewer']);
const opensViewers = new Set(['open-material']);

/** The folder of the PDF engine imports only the geometry of pages, nothing else of the reader. */
const engineRoom = 'app/features/reader/pdf/';
const engineMayImport = [engineRoom, 'app/features/reader/geometry/'];

/**
 * The layers of the server, outermost first: each imports only those below it, types too. Files directly in `server/`
 * belong to the engines, whose settings they read.
 */
const serverLayers = ['start', 'http', 'services', 'upkeep', 'library', 'engines', 'machinery'];

/** HTTP reaches the engines through the library, which checks who may do what. */
const skipsEngines = 'http';

const adapters =
  /^server\/engines\/(?:database\/(?:sqlite\/sqlite|postgres\/postgres)|storage\/(?:disk|s3\/s3)|text-store\/(?:sqlite-texts|postgres\/postgres-texts)|search-index\/(?:sqlite\/sqlite|postgres\/postgres)-index)\.ts$/;

/** `open-storage.ts` chooses the store for it, and for backups and checks; `open-database.ts` the database. */
const openers = ['resources', 'open-storage', 'open-database'].map((name) => `server/engines/${name}.ts`);

function zoneOf(file) {
  const parts = file.split('/');
  if (parts[0] === 'app') return ['ui', 'features', 'routes', 'styles'].includes(parts[1]) ? `app/${parts[1]}` : 'app';
  return parts[0];
}

function targetOf(source, importer) {
  if (source.startsWith('#'))
    return source
      .slice(1)
      .replace(/^languages\//, 'messages/')
      .split('?')[0];
  if (source.startsWith('./') || source.startsWith('../')) {
    return path.posix.join(path.posix.dirname(importer), source.split('?')[0]);
  }
  return null;
}

/** Returns the layer of a file of the server. */
function layerOf(file) {
  const [, folder = '', rest] = file.split('/');
  return rest === undefined ? 'engines' : folder;
}

/** Returns the fault of an import within the server, or null. */
function findLayerBreach(importer, target) {
  const [from, to] = [layerOf(importer), layerOf(target)];
  for (const layer of [from, to])
    if (!serverLayers.includes(layer)) return `server/${layer}/ is no layer; choose one of ${serverLayers.join(', ')}.`;
  const isSettings = target.split('/').length === 2;
  const isDown = serverLayers.indexOf(from) <= serverLayers.indexOf(to);
  if (isDown && (isSettings || !(from === skipsEngines && to === 'engines'))) return null;
  return `server/${from}/ may not import ${target}: imports run ${serverLayers.join(' → ')}, and HTTP imports no engine.`;
}

/** Returns the sentence about the fault of an import, or null. Exported for its test. */
export function findBreach(importer, source, isTypeOnly) {
  // A language has its own words: `#messages/` would be those of the pages' language.
  if (importer.startsWith('messages/') && source.startsWith('#messages/'))
    return 'Import words of a language relatively.';
  if (source.startsWith('../') && importer !== 'scripts/start.mjs' && !importer.startsWith('messages/'))
    return 'Import across folders by #name, so that a border crossed shows in the line.';
  const target = targetOf(source, importer);
  if (target === null) return null;
  if (/\.test\.tsx?$|\.suite\.ts$|\.journey\.ts$/.test(importer)) return null;
  const from = zoneOf(importer);
  const to = zoneOf(target);
  if (!(from in mayImport)) return null;
  if (importer.startsWith(engineRoom) && to === from && !engineMayImport.some((room) => target.startsWith(room)))
    return `${engineRoom} may import only ${engineMayImport.join(' and ')} of app/features/.`;
  if (adapters.test(target) && !openers.includes(importer)) return `Only server/engines/resources.ts opens ${target}.`;
  if (from.startsWith('app') && to === 'server') {
    return isTypeOnly ? null : 'app/ may take types from server/, never values.';
  }
  if (from === 'messages' && to === 'contract') {
    return isTypeOnly ? null : 'messages/ may take types from contract/, never values.';
  }
  if (from === 'app/features' && to === 'app/features') {
    const own = importer.split('/')[2];
    const other = target.split('/')[2];
    if (own !== other && viewers.has(other) && !opensViewers.has(own)) {
      return `"${own}" may not import "${other}": it opens by app/features/open-material/; what viewers share is in viewer/.`;
    }
    return own === other || sharedFeatures.has(other)
      ? null
      : `The feature "${own}" may not import the feature "${other}"; a page composes them.`;
  }
  if (from === 'server' && to === 'server') return findLayerBreach(importer, target);
  if (from === to || mayImport[from].includes(to)) return null;
  return `${from}/ may not import from ${to}/.`;
}

const importDirection = {
  create(context) {
    const importer = path.relative(root, context.filename).split(path.sep).join('/');
    const check = (node, source, isTypeOnly) => {
      const breach = findBreach(importer, source, isTypeOnly);
      if (breach) context.report({ node, message: breach });
    };
    return {
      ImportDeclaration(node) {
        check(node, node.source.value, node.importKind === 'type');
      },
      ExportNamedDeclaration(node) {
        if (node.source) check(node, node.source.value, node.exportKind === 'type');
      },
      ExportAllDeclaration(node) {
        check(node, node.source.value, node.exportKind === 'type');
        context.report({ node, message: 'No barrels: import from the file that defines it.' });
      },
      ImportExpression(node) {
        if (node.source.type === 'Literal' && typeof node.source.value === 'string')
          check(node, node.source.value, false);
      },
    };
  },
};

const noDrawers = {
  create(context) {
    const importer = path.relative(root, context.filename);
    const drawer = importer
      .split(/[/.]/)
      .find((word) => ['utils', 'util', 'helpers', 'helper', 'common', 'misc'].includes(word));
    return {
      Program(node) {
        if (drawer) context.report({ node, message: `"${drawer}" names no thing; name the file for what it holds.` });
      },
    };
  },
};

export default {
  meta: { name: 'house' },
  rules: {
    'import-direction': importDirection,
    'no-drawers': noDrawers,
    'literal-sentences': literalSentences,
    'logical-classes': logicalClasses,
  },
};
