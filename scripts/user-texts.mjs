/**
 * Lists every text that a user can read, once each, with the places where it stands:
 * help, errors and their hints, notices, questions, headings, the bank's messages and its site's pages.
 *
 * A text is a string of the source with at least two words that is no SQL, markup, import or type.
 * What a template puts in is shown as ${…}. `npm run texts` prints the list; `npm run texts -- --count` its length.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['commands', 'src'];
/** Here a single word is a text too, wherever it stands. */
const ALL_WORDS = [/^src\/bank\/sca\/site\/words\//];
/** Stylesheets, statements and what a browser or a shell is made to run. */
const NO_TEXTS = [/^src\/bank\/sca\/site\/style\//, /^src\/(bank\/)?store\/(versions|tables)\//];
/** Properties of which a single word is a text. */
const WORDED = new Set([
  'summary',
  'description',
  'message',
  'hint',
  'remedy',
  'heading',
  'title',
  'label',
  'cause',
  'text',
]);

const SQL =
  /^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|BEGIN|WITH|FROM|WHERE|AND|ORDER|ATTACH|VACUUM|ON CONFLICT)\b/;
const MARKUP = /^\s*<(!doctype|\w+)[\s\S]*>\s*$/i;

function sourceFiles(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !NO_TEXTS.some((none) => none.test(file)));
}

function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  const spans = node.templateSpans.map((span) => `\${${span.expression.getText()}}${span.literal.text}`);
  return node.head.text + spans.join('');
}

/** `'a ' + 'b'` is one text. */
function joined(node) {
  if (ts.isParenthesizedExpression(node)) return joined(node.expression);
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return textOf(node);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const left = joined(node.left);
  const right = joined(node.right);
  return left === undefined || right === undefined ? undefined : left + right;
}

function isWorded(node) {
  const { parent } = node;
  return ts.isPropertyAssignment(parent) && WORDED.has(parent.name.getText().replaceAll(/['"]/g, ''));
}

function isText(text, node, file) {
  if (SQL.test(text) || MARKUP.test(text)) return false;
  const words = text.replaceAll(/\$\{[^}]*\}/g, ' x ');
  if (/\p{L}{2,}[^\n]*[ \n]+[^\n]*\p{L}{1,}/u.test(words.replaceAll(/ x /g, ' '))) return true;
  if (
    /\p{L}{2,}/u.test(text.replaceAll(/\$\{[^}]*\}/g, '')) &&
    / x |\s/.test(words) &&
    /[a-z]{2,} /.test(words)
  )
    return true;
  return /\p{L}{2,}/u.test(words) && (isWorded(node) || ALL_WORDS.some((all) => all.test(file)));
}

function isImport(node) {
  return ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node);
}

function textsOf(file, add) {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const visit = (node) => {
    if (isImport(node)) return;
    const text = joined(node);
    if (text !== undefined && isText(text, node, file)) {
      add(text, `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
      if (!ts.isTemplateExpression(node)) return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function topicTexts(add) {
  const { oclif } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  add(oclif.description, 'package.json');
  for (const topic of Object.values(oclif.topics)) add(topic.description, 'package.json');
}

function allTexts() {
  const places = new Map();
  const add = (text, place) => places.set(text, [...(places.get(text) ?? []), place]);
  topicTexts(add);
  for (const file of FOLDERS.flatMap(sourceFiles)) textsOf(file, add);
  return places;
}

const texts = [...allTexts()].sort(([a], [b]) => (a < b ? -1 : 1));
if (process.argv.includes('--count')) console.log(texts.length);
else for (const [text, places] of texts) console.log(`${JSON.stringify(text)}\n    ${places.join(' ')}`);
