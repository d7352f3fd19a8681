import { describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';
import { ROOT } from '../support/sources.ts';

const WORLD = `${ROOT}/docs/examples/world.yaml`;

const { run } = oneHome();

const REQUEST = ['POST', 'https://bank.example/v1/payments/norwegian-domestic-credit-transfers'];

/** A journey through the program; `{name}` is what an earlier step has kept of its answer. */
const STEPS: readonly { readonly line: string; readonly keeps?: string; readonly exit?: number }[] = [
  { line: '' },
  { line: 'help' },
  { line: 'payments create --help' },
  { line: 'doctor' },
  { line: 'payments list' },
  { line: 'status', exit: 2 },
  { line: 'payments create --domestic --example', keeps: 'first' },
  { line: 'doctor' },
  { line: 'status', exit: 3 },
  { line: 'status {first} --watch --timeout 1s', exit: 5 },
  { line: 'payments list' },
  { line: 'sca approve {first}' },
  { line: 'payments create --domestic --example --sca approve', keeps: 'second' },
  { line: 'payments get {second}' },
  { line: 'payments get' },
  { line: 'payments list --refresh --limit 1' },
  { line: 'sandbox payment hold {second}' },
  { line: 'sandbox payment release {second}' },
  { line: 'payments cancel {second}' },
  { line: 'status --header X-Request-ID:1', exit: 2 },
  { line: 'status –watch', exit: 2 },
  { line: 'basket create {second}', exit: 3 },
  { line: 'status {second} --watch=no', exit: 2 },
  { line: 'payments create --instant --example --sca approve', keeps: 'instant' },
  { line: 'status {instant} --watch' },
  { line: 'payments create --bulk --example --sca decline', exit: 4 },
  { line: 'payments create --periodic --example', keeps: 'periodic' },
  { line: 'payments authorise {periodic} --sca approve' },
  { line: 'payments cancel {periodic} --sca approve' },
  { line: 'payments fees --example' },
  { line: 'payments pending' },
  { line: 'accounts list', exit: 4 },
  { line: 'accounts list --sca approve --as 15813963008 --accounts all' },
  { line: 'accounts balances 99901067291' },
  { line: 'accounts balances 99901067291 --plot' },
  { line: 'accounts transactions 99901067291' },
  { line: 'accounts transactions 99901067291 --status all --all' },
  { line: 'accounts transactions 99901067291 --csv', exit: 2 },
  { line: 'accounts transaction 99901067291 nosuch', exit: 3 },
  { line: 'cards list' },
  { line: 'cards transactions 4925xxxxxxxx3595 --all' },
  { line: 'consent show' },
  { line: 'session list' },
  { line: 'user' },
  { line: 'agreements list' },
  { line: 'explain KID_INVALID' },
  { line: 'explain nosuch', exit: 2 },
  { line: 'explain' },
  { line: 'autocomplete bash' },
  { line: 'sandbox payment-right take 99901067291' },
  { line: 'payments create --domestic --example --sca approve', exit: 3 },
  { line: 'sandbox payment-right give 99901067291' },
  { line: 'sandbox clock show' },
  { line: 'payments create --domestic --example --amount 100.5', exit: 2 },
  { line: 'payments create --domestic --example --amount 100.5 --no-local-checks', exit: 3 },
  { line: 'payments create --domestic --example --print-body' },
  {
    line: 'payments create --domestic --example --from-bban 99901067291 --to-bban 99901167601 --amount 1.00',
  },
  { line: 'sandbox batch run' },
  { line: 'sandbox snapshot save before' },
  { line: 'sandbox snapshot list' },
  { line: 'sandbox snapshot restore before --yes' },
  { line: 'sandbox snapshot restore never', exit: 2 },
  { line: 'sandbox snapshot delete before --yes' },
  { line: 'sandbox fork other' },
  { line: 'sandbox account list' },
  { line: 'sandbox clock advance 1h' },
  { line: 'sandbox customer create --number 310999032 --name Bygg --type CORPORATE' },
  { line: 'sandbox account create --customer 310999032 --name Drift --currency NOK --bban 99905012343' },
  { line: 'sandbox transactions add 99905012343 --in 5' },
  { line: 'sandbox transactions list 99905012343' },
  { line: 'sandbox account get', exit: 2 },
  { line: 'sandbox account get 99905012351', exit: 3 },
  { line: 'sandbox customer delete 310999032 --yes' },
  { line: `sandbox seed ${WORLD}` },
  { line: `sandbox seed ${WORLD} --plan` },
  { line: 'cert create --out made' },
  { line: 'profile show' },
  { line: 'sign --break list' },
  { line: 'nosuch', exit: 2 },
  { line: 'sandbox init --yes' },
  { line: 'payments list --refresh', exit: 3 },
];

describe('a journey with --json and without a terminal, both streams in one [C-json-alone, C-next]', () => {
  it('is JSON at each step, and nothing else', async () => {
    const kept = new Map<string, string>();
    const broken: string[] = [];
    for (const { line, keeps, exit = 0 } of STEPS) {
      const words = line
        .replaceAll(/\{(\w+)\}/g, (_, name) => kept.get(name) ?? '')
        .split(' ')
        .filter((word) => word !== '');
      const { code, stdout, stderr } = await run([...words, '--json']);
      const both = stderr + stdout;
      const value = parsed(both);
      if (value === undefined || code !== exit) broken.push(`${line}: ${code} ${both.slice(0, 200)}`);
      if (keeps !== undefined) kept.set(keeps, value?.paymentId ?? '');
    }
    expect(broken).toEqual([]);
  });

  it('says nothing beside its result without --json, either: nobody is there to go on', async () => {
    for (const args of [
      ['payments', 'create', '--domestic', '--example'],
      ['cert', 'create', '--out', 'other'],
    ]) {
      expect((await run(args)).stderr).toBe('');
      expect(
        (await run(args.with(-1, args.at(-1) === 'other' ? 'third' : '--example'), { env: { CI: '1' } }))
          .stderr,
      ).toBe('');
    }
  });

  it('explains an old request to a script without a hint for a person', async () => {
    const signed = await run([
      'sign',
      ...REQUEST,
      '--data',
      '{}',
      '--format',
      'json',
      '--header',
      'Date: Sun, 06 Nov 2022 08:49:37 GMT',
    ]);
    const { code, stderr } = await run(['verify'], { input: signed.stdout });
    expect({ code, stderr }).toEqual({ code: 6, stderr: '' });
  });
});

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever JSON came
function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
