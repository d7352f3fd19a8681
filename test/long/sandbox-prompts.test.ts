import { expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';
import { atTerminal } from '../support/terminal.ts';

/** A company with a customer who acts for it, made by commands: the last word of a line is asked for where it ends with a flag. */
interface StoryStep {
  /** Words behind `psd2 sandbox`; `{name}` stands for what a step before it kept. */
  readonly words: readonly string[];
  /** Keeps what --quiet prints. */
  readonly keeps?: string;
}

const FIRM = '310999032';
const DRIFT = '99905012343';
const LONN = '99905012351';

function step(line: string, ...more: readonly string[]): StoryStep {
  return { words: [...line.split(' '), ...more] };
}

/** What is made. */
const MADE: readonly StoryStep[] = [
  step(`customer create --number ${FIRM} --type CORPORATE --name`, 'Prøve Bygg AS'),
  step(`account create --customer ${FIRM} --name Driftskonto --currency NOK --bban ${DRIFT}`),
  step(`account create --customer ${FIRM} --name Lønnskonto --currency NOK --bban ${LONN} --balance 5000`),
  { ...step(`agreement create --owner ${FIRM} --name Hovedavtale`), keeps: 'agreement' },
  {
    ...step(`engagement add {agreement} --customer 15813963008 --account ${DRIFT} --roles VIEW,REGISTER`),
    keeps: 'engagement',
  },
  step(`transactions add ${DRIFT} --in 42000 --text Faktura`),
  step(`transactions add ${DRIFT} --out 250 --date 2020-01-02`),
  step(`balance set ${LONN} --booked 100`),
];

const LISTS: readonly StoryStep[] = [
  step('customer list'),
  step('account list'),
  step('agreement list'),
  step('agreement get {agreement}'),
  step('engagement get {agreement} {engagement}'),
  step(`transactions list ${DRIFT}`),
  step(`account get ${LONN}`),
];

/** What is deleted. */
const DELETED: readonly StoryStep[] = [
  step('engagement delete {agreement} {engagement} --yes'),
  step('agreement delete {agreement} --yes'),
  step(`account delete ${DRIFT} --yes`),
  step(`customer delete ${FIRM} --yes`),
];

type Typed = readonly (readonly [after: string, keys: string])[];
const DOWN = '\u001b[B';
const ENTER = '\r';
/** Agrees to a deletion. */
const YES = ['(y/N)', 'y\r'] as const;

it('a story of sandbox data by answers is what flags make: customers, accounts and roles are picked, the rest is typed [C-sandbox-asked, C-asks-a-person]', async () => {
  const [asked, flagged] = [await homeWithKeys(), await homeWithKeys()];
  for (const home of [asked, flagged]) await psd2(['sandbox', 'init'], { home });
  const at = async (line: string, typed: Typed) => {
    const { code, all } = await atTerminal(['sandbox', ...line.split(' ')], typed, { home: asked });
    expect({ line, code, all: code === 0 ? '' : all }).toEqual({ line, code: 0, all: '' });
    return all;
  };
  const type = ['(--type)', DOWN + ENTER] as const;
  await at('customer create', [['(--number)', '310999032\r'], ['(--name)', 'Prøve Bygg AS\r'], type]);
  const owner = ['(--customer)', DOWN.repeat(4) + ENTER] as const;
  await at(`account create --bban ${DRIFT}`, [owner, ['(--name)', 'Driftskonto\r'], ['(--currency)', ENTER]]);
  await at(`account create --name Lønnskonto --currency NOK --bban ${LONN} --balance 5000`, [owner]);
  await at('agreement create --name Hovedavtale', [['(--owner)', DOWN.repeat(2) + ENTER]]);
  await at('engagement add', [
    ['(AGREEMENT)', ENTER],
    ['(--customer)', ENTER],
    ['(--account)', ENTER],
    ['(--roles)', ENTER],
  ]);
  const account = ['(ACCOUNT)', DOWN.repeat(8) + ENTER] as const;
  await at('transactions add --text Faktura', [account, ['(--in, --out)', ENTER], ['(--in)', '42000\r']]);
  await at(`transactions add ${DRIFT} --date 2020-01-02`, [
    ['(--in, --out)', DOWN + ENTER],
    ['(--out)', '2.5\r'],
    ['must be a whole number', `${'\b'.repeat(3)}250\r`],
  ]);
  await at(`balance set ${LONN}`, [['(--booked)', '100\r']]);
  expect(await listsOf(asked)).toEqual(await listsOf(flagged, MADE));
  const shown = await at('engagement delete', [['(AGREEMENT)', ENTER], ['(ENGAGEMENT)', ENTER], YES]);
  expect(shown).toMatch(/Engagement \w{22} deleted\./);
  await at('agreement delete', [['(AGREEMENT)', DOWN.repeat(2) + ENTER], YES]);
  await at('account delete', [account, YES]);
  await at('customer delete', [['(CUSTOMER)', DOWN.repeat(4) + ENTER], YES]);
  expect(await listsOf(asked)).toEqual(await listsOf(flagged, DELETED));
});

const kept = new Map<string, Map<string, string>>();

/** The lists of a home, after these steps by flags. */
async function listsOf(home: string, steps: typeof MADE = []): Promise<string[]> {
  const ids = kept.get(home) ?? new Map<string, string>();
  kept.set(home, ids);
  const psd2Here = (words: readonly string[], ...more: readonly string[]) => {
    const filled = words.map((word) => word.replace(/\{(\w+)\}/, (_, name) => ids.get(name) ?? ''));
    return psd2(['sandbox', ...filled, ...more], { home });
  };
  for (const { words, keeps } of steps) {
    const { code, stdout } = await psd2Here(words, '--quiet');
    expect({ words, code }).toEqual({ words, code: 0 });
    if (keeps !== undefined) ids.set(keeps, stdout.trim());
  }
  const lists = LISTS.filter(({ words }) => words[1] === 'list' && words[0] !== 'transactions');
  const shown: string[] = [];
  for (const { words } of lists) shown.push((await psd2Here(words)).stdout);
  return shown;
}
