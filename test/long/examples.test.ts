import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { REGISTRY_EXAMPLE } from '../../src/serve/plan.ts';
import { builtProgram } from '../support/built-program.ts';
import { copyKeys } from '../support/home-with-keys.ts';
import { losePayment } from '../support/lost-write.ts';
import { outputListeners } from '../support/output-listeners.ts';
import { type Outcome, psd2, spawnPsd2 } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';
import { commandLine } from '../support/transcript-text.ts';

/** An example of a command's help, as somebody would type it. */
interface Example {
  /** `payments create`. */
  readonly name: string;
  /** Without what stands before the first `psd2`. */
  readonly line: string;
}

/** Every example of every command of the built program, by command. */
async function commandExamples(): Promise<Example[]> {
  const loaded = Object.entries(builtProgram().commands).map(async ([id, load]) => {
    return ((await load()).default.examples ?? []).map((example) => ({
      name: id.replaceAll(':', ' '),
      line: typeof example === 'string' ? example : example.command,
    }));
  });
  const examples = (await Promise.all(loaded)).flat();
  return examples.map(({ name, line }) => ({ name, line: line.replaceAll('<%= config.bin %>', 'psd2') }));
}

/** The pieces of a line between pipes, without what a shell does with what psd2 prints. */
function piecesOf(line: string): string[] {
  return line
    .replace(/^eval "\$\((.*)\)"$/, '$1')
    .replace(/ > \S+$/, '')
    .split(' | ');
}

/** Ids of examples: nothing has them, so a test puts others in their places. */
const IDS = ['kQ3nV0b1cT8sYpR5dW2xZa', '5qTFJUcwG8xWI00BOc9BGp'] as const;
const LOST_ID = '8dd01eed-7cab-e6b1-c319-3d1a14313298';
const MADE = 'payments create --domestic --example --quiet';
const APPROVED = `${MADE} --sca approve`;
const CONSENT = 'consent grant --sca approve --as 15813963008 --accounts all --quiet';
const AGREEMENT = 'sandbox agreement create --owner 310999016 --name Avtale --quiet';
const ENGAGEMENT =
  'sandbox engagement add {0} --customer 15813963008 --account 99901440170 --roles VIEW,REGISTER --quiet';
const CARD =
  'sandbox card-account create --customer 15813963008 --masked-pan 492500xxxxxx7777 --currency NOK --credit-limit 20000 --quiet';
const TRANSACTION = 'sandbox transactions add 99901067291 --out 250 --quiet';
const PROFILE =
  'profile add mybank --base-url https://127.0.0.1:1/api --cert-file seal.pem --key-file seal.key.pem --force --quiet';
const FAULT = 'sandbox fault add PDNG --quiet';
const BASKET = [MADE, 'basket create {0} --quiet'];

/** What is done before an example; what the last lines print is what the ids of the example stand for. */
const BEFORE: readonly (readonly [name: RegExp, lines: readonly string[]])[] = [
  [/^accounts transaction$/, [CONSENT, TRANSACTION]],
  [/^sandbox payment release/, [APPROVED, 'sandbox payment hold {0} --quiet']],
  [
    /^sandbox payment settle$/,
    [APPROVED, 'sandbox payment settle-late {0} --quiet', 'sandbox batch run --quiet'],
  ],
  [/^sandbox payment (?!right)/, [APPROVED]],
  [/^api|^accounts|^cards|^user|^session (show|forget)|^consent (revoke|show)/, [CONSENT]],
  [/^payments status/, ['payments create --instant --example --quiet --sca approve']],
  [/^payments (get|cancel)/, [APPROVED]],
  [/^payments authorise|^sca/, [MADE]],
  [/^profile (remove|trust)/, [PROFILE]],
  [/^basket create/, [MADE, MADE]],
  [/^basket/, BASKET],
  [/^sandbox engagement (get|delete)|^consent grant/, [AGREEMENT, ENGAGEMENT]],
  [/^sandbox (agreement|engagement)/, [AGREEMENT]],
  [/^sandbox card-account (get|delete)|^sandbox card-transactions/, [CARD]],
  [/^sandbox transactions get/, [TRANSACTION]],
  [/^sandbox snapshot (?!save)/, ['sandbox snapshot save before --quiet --force']],
  [/^sandbox fault clear/, [FAULT, FAULT]],
  [/^tpp contact (?!set)/, ['tpp contact set psd2@tpp.example --quiet']],
];
/** Whose id is that of the last line alone, and not one of each. */
const OF_LAST = /^basket (?!create)|^accounts transaction$/;

/** Where an example shows that something is refused or found. */
const EXITS: readonly (readonly [line: RegExp, code: number])[] = [
  [/--amount 100\.5 --no-local-checks/, 3],
  // Of a bank that strangers share.
  [/^sandbox tpp release/, 3],
  [/^sandbox seed .*--plan/, 6],
  // They need a bank that is being served.
  [/^(?:open|requests)/, 2],
  // A command that calls nothing has shown nothing.
  [/^serve .*--chaos/, 6],
  [/^sign .*--break|^verify diff/, 6],
  // There is data to delete, and no terminal to ask. @see C-deletion-consent
  [/^sandbox (?:init(?: --demo)?|snapshot restore before)$/, 2],
];

/** What stands in an example for something of whoever reads it. */
const STANDS_FOR: readonly (readonly [pattern: RegExp, with_: string])[] = [
  [/https:\/\/api\.bank\.example\S*/, 'https://127.0.0.1:1/api --force'],
  [/ -- npm test$/, ' -- true'],
  [/'exec:.*?'/, "'exec:/bin/sh sign.sh'"],
  [/--sca browser/, '--sca none'],
  [/qwac\.p12/, 'qwac.p12 --passphrase-file passphrase.txt'],
  [/^(serve|proxy)(?!.* -- )(.*)$/, '$1$2 --port 0 -- true'],
];

const root = mkdtempSync(join(tmpdir(), 'psd2-examples-'));
const place = (name: string) => join(root, name);
const [pristine, home, folder, empty] = [place('pristine'), place('home'), place('folder'), place('empty')];

async function run(line: string, input = '', cwd = folder): Promise<Outcome> {
  const { args } = commandLine(`psd2 ${line}`);
  const given = { home, cwd, input };
  return args[0] === 'serve' || args[0] === 'proxy' ? spawnPsd2(args, given) : psd2(args, given);
}

/** @throws Error with what it said when it does not end well */
async function made(line: string, cwd = folder): Promise<string> {
  const { code, stdout, stderr } = await run(line, '', cwd);
  if (code !== 0) throw new Error(`${line}: exit ${code}\n${stdout}${stderr}`);
  return stdout.trim();
}

/** What no --quiet prints. */
const MADE_OTHERWISE: readonly (readonly [sign: string, make: () => Promise<string>])[] = [
  [LOST_ID, () => losePayment(home)],
  [`${IDS[0]} --as 15813963008 --accounts`, consentToApprove],
  [
    'http://127.0.0.1:8910/cb/...',
    async () => JSON.parse(await made(`sca approve ${await made(MADE)} --json`)).redirect,
  ],
  [`accounts/${IDS[0]}`, async () => `accounts/${await made('accounts get 99901067291 --quiet')}`],
  [`baskets/${IDS[0]}`, async () => `baskets/${await made(`basket create ${await made(MADE)} --quiet`)}`],
];

/** An authorisation that is of a consent, with what stands behind its id in the example. */
async function consentToApprove(): Promise<string> {
  const { stdout } = await run('accounts list --as 15813963008 --new-session --sca none --json');
  const { scaRedirect } = JSON.parse(stdout).error;
  return `${new URL(scaRedirect).pathname.split('/')[2]} --as 15813963008 --accounts`;
}

async function prepared({ name, line }: Example): Promise<string> {
  const before = BEFORE.find(([names]) => names.test(name))?.[1] ?? [];
  const printed: string[] = [];
  for (const given of before) printed.push(await made(given.replace('{0}', printed[0] ?? '')));
  const ids = OF_LAST.test(name) ? printed.slice(-1) : printed;
  const filled = ids.map((id, place): [string, string] => [IDS[place] ?? '', id]);
  for (const [sign, make] of MADE_OTHERWISE) {
    if (line.includes(sign)) filled.unshift([sign, await make()]);
  }
  return filled.reduce((text, [id, with_]) => text.replaceAll(id, with_), line);
}

/** Runs an example as a shell would: a pipe hands over what the command before it printed. */
async function played(line: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const part of piecesOf(line)) {
    if (!part.startsWith('psd2 ')) continue;
    const words = STANDS_FOR.reduce((text, [pattern, with_]) => text.replace(pattern, with_), part.slice(5));
    // What is there already is not overwritten.
    const cwd = words.startsWith('cert create') ? empty : folder;
    outcomes.push(await run(words, outcomes.at(-1)?.stdout ?? (await inputOf(words)), cwd));
  }
  return outcomes;
}

/** What whoever types it has in the clipboard or in a pipe. */
async function inputOf(words: string): Promise<string> {
  if (words === 'verify') return made('sign GET https://bank.example/v1/accounts --format curl');
  if (words.startsWith('cert lint - ')) return readFileSync(join(folder, 'seal.pem'), 'utf8');
  return '';
}

const GET = 'sign GET https://bank.example/v1/accounts';
const SEEDED = 'number: "20878912340"\n    name: Nora Eksempel\n    type: PRIVATE';
const PARTY = { iban: '', bban: '' };
const TRANSACTION_MEMBERS = {
  ...{ amount: 250, currency: 'NOK', valueDate: '2026-11-02', bookingDate: '2026-11-02' },
  ...{ remittanceInformationUnstructured: 'Husleie', bankTransactionCode: 'PMNT-ICDT-DMCT', purposeCode: '' },
  ...{ creditorId: '', creditorName: '', creditorAccount: PARTY, ultimateCreditor: '' },
  ...{ debtorName: '', debtorAccount: { iban: '', bban: '99901067291' }, ultimateDebtor: '' },
};

/** The files that examples name. */
async function writeFiles(): Promise<void> {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 });
  write('passphrase.txt', 'a passphrase\n');
  write('../empty/passphrase.txt', 'a passphrase\n');
  await made('cert create --out seal --quiet');
  await made('cert create --out seal --format p12 --passphrase-file passphrase.txt --quiet');
  await made('cert create --type qwac --out qwac --format p12 --passphrase-file passphrase.txt --quiet');
  write('payments.csv', 'to-name,to-bban,amount,currency,country\nOla,86011117947,1.00,NOK,NO\n');
  write('payment.json', await made('payments create --domestic --example --print-body'));
  write('transactions.json', JSON.stringify([TRANSACTION_MEMBERS]));
  write('world.yaml', readFileSync(join(ROOT, 'docs', 'examples', 'world.yaml'), 'utf8'));
  write('customers.yaml', `version: 1\ncustomers:\n  - ${SEEDED}\n`);
  write(
    'accounts.yaml',
    `version: 1\ncustomers:\n  - ${SEEDED}\n    accounts: [{ name: Sparing, currency: NOK }]\n`,
  );
  write('ca.pem', readFileSync(join(ROOT, 'test', 'vectors', 'eidas', 'ca.pem'), 'utf8'));
  write('tpps.json', REGISTRY_EXAMPLE);
  write('sign.sh', 'openssl dgst -sha256 -sign seal.key.pem | openssl base64 -A\n');
  write('request.http', (await run(`${GET} --format http`)).stdout);
  write('works.http', (await run(`${GET} --format http`)).stdout);
  write('fails.http', (await run(`${GET} --format http --break signature-invalid/trailing-newline`)).stdout);
  await made(`payments get ${await made(APPROVED)} --har-full trace.har --quiet`);
}

beforeAll(async () => {
  mkdirSync(folder);
  mkdirSync(join(empty, 'certs'), { recursive: true });
  await copyKeys(home, Date.now());
  await made('sandbox init --yes');
  await writeFiles();
  renameSync(home, pristine);
});

/** None of them finds what another has left. */
beforeEach(() => {
  rmSync(home, { recursive: true, force: true });
  cpSync(pristine, home, { recursive: true });
});

afterAll(() => rmSync(root, { recursive: true, force: true }));
const forget = outputListeners();
const examples = await commandExamples();
forget();

it.each(
  examples,
)('the examples in the help of commands do what they say: $line [C-help-examples]', async (example) => {
  const outcomes = await played(await prepared(example));
  const line = example.line.slice(5);
  const code = EXITS.find(([pattern]) => pattern.test(line))?.[1] ?? 0;
  expect(outcomes.at(-1), outcomes.at(-1)?.stderr).toMatchObject({ code });
}, 20_000);
