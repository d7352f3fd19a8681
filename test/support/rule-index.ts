import type { SpecRule } from '../../src/cli/spec-rules.ts';
import { citationsOf, findingsOf, type Places, placesBy } from './citations.ts';
import { sources } from './sources.ts';
import { anchorOf } from './spec-pages.ts';

/** Where the program cites each rule; the code of a finding is its own citation: `G4-date-format` is 'date-format'. */
const codePlaces = () =>
  placesBy(
    sources((path) => /^(src|commands|bin|scripts)\//.test(path)),
    (source) => [
      ...citationsOf(source.text),
      ...(source.path.startsWith('src/signing/') ? findingsOf(source) : []),
    ],
  );

/** By ids in square brackets and the prose of transcripts; a finding is also held where tests of signatures have its code. */
const testPlaces = () =>
  placesBy(
    sources((path) => /^test\/.*\.(ts|txt)$/.test(path)),
    (source) => [
      ...citationsOf((source.text.match(/\[[^\]\n]*\]['"`]|^#.*$/gm) ?? []).join('\n')),
      ...(/^test\/(signing|breaks|long|program)\//.test(source.path) ? findingsOf(source) : []),
    ],
  );

/** The ADRs that give each rule's reason, in a line below the title. */
const reasonPlaces = () =>
  placesBy(
    sources((path) => /^docs\/dev\/adr\/.*\.md$/.test(path)),
    ({ text }) => citationsOf(/^Rules: ?(.*)$/m.exec(text)?.[1] ?? ''),
  );

const HEAD = `# Rules

Where each rule of the [specification](spec/README.md) is kept and tested; its link leads to its text. Code is found by
its citations (\`@see ID\`), of a finding by its code; tests by the ids in the titles of \`describe\` and in
the prose of transcripts. "Why" links the
[decisions](dev/adr) that name the rule in their line \`Rules:\`; where it is empty, the reason stands in the rule's text or
isn't written down. The marks are explained in [spec/README.md](spec/README.md#marks).
`;

/** Formats the rules as Markdown: a table for each page, sorted by id. */
export function indexPage(rules: readonly SpecRule[]): string {
  const [code, tests, reasons] = [codePlaces(), testPlaces(), reasonPlaces()];
  const listed = (places: Places, id: string) => (places.get(id) ?? []).join('<br>');
  const tables = [...new Set(rules.map(({ page }) => page))].map((page) => {
    const link = page.replace('docs/', '');
    const own = rules.filter((rule) => rule.page === page).sort((a, b) => (a.id < b.id ? -1 : 1));
    const rows = own.map(({ id, heading, marks }) => {
      const why = (reasons.get(id) ?? []).map(adrLink).join(', ');
      const where = `[${id}](${link}#${anchorOf(heading)})`;
      return `| ${where} | ${marks.join(', ')} | ${why} | ${listed(code, id)} | ${listed(tests, id)} |`;
    });
    const head = '| rule | mark | why | code | tests |\n|---|---|---|---|---|';
    return [`## ${link.replace(/^spec\/|\.md$/g, '')}`, '', head, ...rows, ''].join('\n');
  });
  return [HEAD, ...tables].join('\n');
}

/** Formats a link to a decision by its number: `[0012](dev/adr/0012-….md)`. */
function adrLink(path: string): string {
  const link = path.replace('docs/', '');
  return `[${link.slice('dev/adr/'.length).split('-')[0]}](${link})`;
}
