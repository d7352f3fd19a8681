/**
 * Counts function names and comments that break the style rules, and fails above the limits: `npm run lint` runs it. A
 * function begins with a verb; `is`, `has` and `can` count as verbs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIMITS = { verbPercent: 94, participlePercent: 0.2, peopleLines: 0, docComments: 0 };

const VERBS = new Set(
  `get set is has can are was may should must needs wants does did create make build parse format validate find load read
  write open close list add remove delete update send render print check assert ensure verify sign decode encode encrypt
  decrypt import export generate resolve handle process fetch request start stop begin end run execute call apply normalize
  convert to from compute calculate count collect compare merge split join filter map sort group append prepend insert push
  pop take drop keep hold release lock unlock show hide log throw reject fail refuse raise warn report register unregister
  init initialize initialise setup teardown configure enable disable reset clear clean destroy dispose wait await delay retry
  try catch wrap unwrap clone copy move rename replace strip trim escape unescape quote unquote pad indent truncate serialize
  deserialize stringify hash derive extract match test use emit dispatch listen bind attach detach connect disconnect accept
  confirm decline cancel approve consume produce pipe stream flush store save restore persist forget remember record track
  measure detect infer guess suggest prompt ask pick choose select route serve proxy forward redirect rewrite inject patch
  install uninstall upgrade downgrade migrate compile bundle transform visit walk traverse iterate expand collapse flatten
  sanitize sanitise tokenize lex scan skip advance increment decrement swap rotate shift unshift draw paint issue lint
  describe inspect explain judge decide settle book reserve post pay assign define declare mark note identify noop with
  without redact mask authorize authorise authenticate lookup query evaluate estimate allocate schedule enqueue dequeue
  throttle limit cache seed mock spawn kill exit abort commit rollback`.split(/\s+/),
);
const PARTICIPLE = /^(?!need|seed|embed|feed|speed|proceed|succeed|exceed)[a-z]+ed$/;
const IRREGULAR = new Set(
  `told shown given held taken written known drawn found made sent lost met kept thrown begun seen spent felt meant bound
  sought said`.split(/\s+/),
);
const PEOPLE = /\b(?:somebody|nobody|whoever|anybody)\b/i;
const FUNCTION =
  /^(?:export )?(?:(?:default )?(?:async )?function\*? ([a-z]\w*)|const ([a-z]\w*) = (?:async )?(?:function|\([^)]*\)(?:: [^=]+)? =>))/;
const DOC_COMMENT = /\/\*\*\s*(?:\n\s*\*\s*)?(?:What|Whether|Of|Whose|Who)\b/g;

const kinds = { verb: 0, participle: 0, xOf: 0, other: 0 };
const others = [];
let peopleLines = 0;
let docComments = 0;
for (const path of sourceFiles()) {
  const text = readFileSync(path, 'utf8');
  docComments += text.match(DOC_COMMENT)?.length ?? 0;
  for (const line of text.split('\n')) {
    if (PEOPLE.test(line)) peopleLines += 1;
    const match = FUNCTION.exec(line);
    const name = match?.[1] ?? match?.[2];
    if (name === undefined) continue;
    const kind = classify(name);
    kinds[kind] += 1;
    if (kind !== 'verb') others.push(`${path} ${name}`);
  }
}

const total = kinds.verb + kinds.participle + kinds.xOf + kinds.other;
const verbPercent = (100 * kinds.verb) / total;
const participlePercent = (100 * kinds.participle) / total;
console.log(
  `functions ${total}: ${verbPercent.toFixed(0)} % begin with a verb, ${participlePercent.toFixed(1)} % with a participle;`,
  `${peopleLines} lines about people, ${docComments} doc comments that begin with What, Whether, Of, Whose or Who`,
);
if (process.argv.includes('--list')) console.log(others.join('\n'));
const isBeyond =
  verbPercent < LIMITS.verbPercent ||
  participlePercent > LIMITS.participlePercent ||
  peopleLines > LIMITS.peopleLines ||
  docComments > LIMITS.docComments;
if (isBeyond) {
  console.error(`Limits: ${JSON.stringify(LIMITS)}. --list shows the names that don't begin with a verb.`);
  process.exitCode = 1;
}

function classify(name) {
  const [first = ''] = /^[a-z0-9]+/.exec(name) ?? [];
  if (name.endsWith('Of') && first !== 'is' && first !== 'has') return 'xOf';
  if (PARTICIPLE.test(first) || IRREGULAR.has(first)) return 'participle';
  return VERBS.has(first) ? 'verb' : 'other';
}

function sourceFiles() {
  return ['src', 'commands'].flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => /\.(?:ts|mjs|js)$/.test(name))
      .map((name) => join(folder, name)),
  );
}
