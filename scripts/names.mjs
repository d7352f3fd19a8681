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

const paths = ['src', 'commands'].flatMap((folder) =>
  readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
);
const texts = paths.filter((path) => /\.(?:ts|mjs|js)$/.test(path)).map((path) => readFileSync(path, 'utf8'));
const lines = texts.flatMap((text) => text.split('\n'));
const names = lines.flatMap((line) => FUNCTION.exec(line)?.slice(1).filter(Boolean) ?? []);
const percent = (matches) => (100 * names.filter(matches).length) / names.length;
const found = {
  verbPercent: percent(isVerb),
  participlePercent: percent(isParticiple),
  peopleLines: lines.filter((line) => PEOPLE.test(line)).length,
  docComments: texts.flatMap((text) => text.match(DOC_COMMENT) ?? []).length,
};
console.log(`${names.length} functions: ${JSON.stringify(found)}`);
const { verbPercent, ...limits } = LIMITS;
if (found.verbPercent < verbPercent || Object.keys(limits).some((name) => found[name] > limits[name])) {
  console.error(
    `Limits: ${JSON.stringify(LIMITS)}. Without a verb:\n${names.filter((n) => !isVerb(n)).join('\n')}`,
  );
  process.exitCode = 1;
}

function readFirstWord(name) {
  return /^[a-z0-9]+/.exec(name)?.[0] ?? '';
}

function isVerb(name) {
  const first = readFirstWord(name);
  return VERBS.has(first) && (!name.endsWith('Of') || first === 'is' || first === 'has');
}

function isParticiple(name) {
  const first = readFirstWord(name);
  return PARTICIPLE.test(first) || IRREGULAR.has(first);
}
