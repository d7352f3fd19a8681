import { parse } from '@oclif/core/parser';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expandShortFlags, hasSwitch, moveCommandFirst } from '../../src/cli/command-line.ts';
import { describeFailure } from '../../src/cli/failure.ts';
import { Args, Flags, globalFlags, prepareDeclared } from '../../src/cli/flags.ts';
import { parseScaFlags } from '../../src/cli/psu-flags.ts';
import { findNearest } from '../../src/core/nearest.ts';
import { Fault } from '../../src/errors.ts';
import { buildCurlOptions } from '../../src/signatures/signed-request.ts';
import { oneHome } from '../support/one-home.ts';

const declared = {
  baseFlags: globalFlags,
  flags: {
    amount: Flags.string({ required: true }),
    'to-bban': Flags.string({ required: true }),
    kind: Flags.string({ options: ['one', 'two'] }),
    day: Flags.integer({ min: 1, max: 31 }),
    'to-iban': Flags.string({ exclusive: ['to-bban'] }),
    header: Flags.string({ multiple: true }),
    example: Flags.boolean(),
    'confirm-amount': Flags.string(),
    'psu-ip': Flags.string(),
  },
  args: { id: Args.string({ required: true }), file: Args.string() },
};

/** Parses as a command does. */
async function parsed(argv: readonly string[]) {
  const { flags, baseFlags, args } = prepareDeclared(declared);
  return parse([...argv], { flags: { ...baseFlags, ...flags }, args });
}

async function refusal(argv: readonly string[]) {
  const error = await parsed(argv).then(
    () => new Error('parsed'),
    (thrown: unknown) => thrown,
  );
  return describeFailure(error);
}

const whole = ['id1', '--amount', '1.00', '--to-bban', '86011117947'];

describe('missing input [C-missing-input]', () => {
  it('names every missing argument and flag at once', async () => {
    expect(await refusal([])).toMatchObject({
      code: 'INPUT_MISSING',
      exitCode: 2,
      missing: ['ID', '--amount', '--to-bban'],
    });
    expect(await refusal(['id1', '--amount', '1'])).toMatchObject({ missing: ['--to-bban'] });
  });

  it('does not read stdin for a missing argument', async () => {
    await expect(parsed(whole)).resolves.toMatchObject({ args: { id: 'id1' } });
  });
});

describe('wrong flags [C-wrong-flag, C-did-you-mean]', () => {
  it('offers the nearest flag', async () => {
    expect(await refusal([...whole, '--exmaple'])).toMatchObject({
      code: 'USAGE',
      exitCode: 2,
      message: 'Unknown flag: --exmaple.',
      hint: 'Did you mean --example?',
    });
    expect(await refusal([...whole, '--amuont=3'])).toMatchObject({ hint: 'Did you mean --amount?' });
    expect(await refusal([...whole, '--to', '3'])).toMatchObject({
      hint: 'Did you mean --to-bban, --to-iban?',
    });
    expect(await refusal([...whole, '--bban=3'])).toMatchObject({ hint: 'Did you mean --to-bban?' });
    expect(await refusal([...whole, '--zzz'])).not.toMatchObject({ hint: expect.stringContaining('mean') });
  });

  it.each([
    [['--kind', 'three'], 'Expected --kind=three to be one of: one, two.'],
    [['--kind'], 'Flag --kind expects one of these values: one, two.'],
    [['--day', 'x'], '--day must be a whole number, not x.'],
    [['--day', ''], '--day is empty.'],
    [['--day='], '--day is empty.'],
    [['--day', '0'], '--day must be 1 or more, not 0.'],
    [['--day', '32'], '--day must be 31 or less, not 32.'],
    [['--to-iban', 'NO93 8601.1'], "--to-iban and --to-bban can't be used together."],
    [['--amount', '2'], 'Flag --amount can only be specified once.'],
    [['a', 'b'], 'Unexpected argument: b.'],
  ])('refuses %j in one line', async (argv, message) => {
    expect(await refusal([...whole, ...argv])).toMatchObject({ code: 'USAGE', exitCode: 2, message });
  });
});

describe('flags from the environment [C-flag-environment, S10-typed-amount]', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('reads PSD2_<FLAG>, below the command line', async () => {
    vi.stubEnv('PSD2_TO_BBAN', '1');
    vi.stubEnv('PSD2_AMOUNT', '5.00');
    vi.stubEnv('PSD2_EXAMPLE', '1');
    const { flags } = await parsed(['id1', '--amount', '1.00']);
    expect(flags).toMatchObject({ amount: '1.00', 'to-bban': '1', example: true });
  });

  it('takes an empty variable as not set', async () => {
    vi.stubEnv('PSD2_AMOUNT', '');
    expect(await refusal(['id1', '--to-bban', '1'])).toMatchObject({ missing: ['--amount'] });
  });

  it('never takes --json or a typed amount from there', async () => {
    vi.stubEnv('PSD2_JSON', '1');
    vi.stubEnv('PSD2_CONFIRM_AMOUNT', '1.00');
    const { flags } = await parsed(whole);
    expect(flags).not.toHaveProperty('json');
    expect(flags).not.toHaveProperty('confirm-amount');
  });

  it('leaves a flag of a setting to the settings, which know where its value is from', async () => {
    vi.stubEnv('PSD2_PSU_IP', '192.0.2.9');
    expect((await parsed(whole)).flags).not.toHaveProperty('psu-ip');
  });
});

it('repeated flags take one value each, so that an argument may follow [C-repeated-flags]', async () => {
  const { flags, args } = await parsed(['--header', 'a: 1', '--header', 'b: 2', ...whole]);
  expect(flags).toMatchObject({ header: ['a: 1', 'b: 2'] });
  expect(args).toMatchObject({ id: 'id1' });
});

describe('switches before a command is found [C-failure-json]', () => {
  it('are seen before -- only', () => {
    expect(hasSwitch(['x', '--json'], '--json')).toBe(true);
    expect(hasSwitch(['x', '--', '--json'], '--json')).toBe(false);
    expect(hasSwitch(['x'], '--json')).toBe(false);
  });

  it('may stand before the command', () => {
    expect(moveCommandFirst(['--json', '--quiet', 'profile', 'show'])).toEqual(
      'profile show --json --quiet'.split(' '),
    );
    expect(moveCommandFirst(['--json', 'verify', '--', '-x'])).toEqual(['verify', '--json', '--', '-x']);
    expect(moveCommandFirst(['profile', '--json'])).toEqual(['profile', '--json']);
    expect(moveCommandFirst(['--json'])).toEqual(['--json']);
  });
});

it.each([
  ['status -j -q -p bank -- -j', 'status --json --quiet --profile bank -- -j'],
  ['status -qjp bank -- -jq', 'status --quiet --json --profile bank -- -jq'],
  ['accounts balances -jx -pj', 'accounts balances -jx -pj'],
])('reads the short global flags of %j [C-short-flags]', (typed, line) => {
  expect(expandShortFlags(typed.split(' '))).toEqual(line.split(' '));
});

describe('the nearest name [C-did-you-mean]', () => {
  it.each([
    ['paymets', 'payments'],
    ['crate', 'create'],
    ['ceate', 'create'],
    ['STATUS', 'status'],
    ['staust', 'status'],
  ])('of %s is %s', (typed, name) => {
    expect(findNearest(typed, ['payments', 'status', 'create', 'cards'])).toBe(name);
  });

  it('is none when nothing is near', () => {
    expect(findNearest('frobnicate', ['payments', 'status'])).toBeUndefined();
    expect(findNearest('xy', ['ab'])).toBeUndefined();
  });
});

const { run } = oneHome();

describe('a flag whose hyphens a word processor has changed [C-typographic-flag]', () => {
  it.each([
    ['status –watch', 'U+2013', '--watch'],
    ['payments create —domestic --example', 'U+2014', '--domestic'],
    ['payments create --domestic –-example', 'U+2013', '--example'],
    ['–h', 'U+2013', '-h'],
    ['payments get x −−product periodic', 'U+2212', '--product'],
  ])('psd2 %s: is told before anything is sent', async (line, code, meant) => {
    const { exitCode, message, hint } = JSON.parse((await run([...line.split(' '), '--json'])).stdout).error;
    expect(exitCode).toBe(2);
    expect(message).toContain(`begins with a typographic dash (${code})`);
    expect(hint).toBe(`Type hyphens: ${meant}`);
  });

  it('may be how a text begins', async () => {
    const line = ['payments', 'create', '--domestic', '--example', '--message', '–takk', '--print-body'];
    const { code, stdout } = await run(line);
    expect({ code, text: JSON.parse(stdout).remittanceInformationUnstructured }).toEqual({
      code: 0,
      text: '–takk',
    });
  });
});

function faultOf(sca: string, agreement?: string, timeout?: string): Fault {
  try {
    parseScaFlags({ sca, agreement, 'sca-timeout': timeout }, 'none');
  } catch (fault) {
    if (fault instanceof Fault) return fault;
    throw fault;
  }
  throw new Error('no fault');
}

describe('--sca [C-sca-flag]', () => {
  it.each(['browser', 'approve', 'decline', 'none'])('takes %s', (sca) => {
    expect(parseScaFlags({ sca }, 'none')).toEqual({ way: sca, agreement: undefined, timeoutMs: 900_000 });
  });

  it('is what is usual there where nobody has said it', () => {
    expect(parseScaFlags({}, 'browser').way).toBe('browser');
    expect(parseScaFlags({}, 'none').way).toBe('none');
  });

  it.each(['Approve', 'yes', ''])('refuses %j', (sca) => {
    expect(faultOf(sca)).toMatchObject({
      code: 'USAGE',
      message: `--sca is ${JSON.stringify(sca)}, but must be browser, approve, decline or none.`,
    });
  });

  it('takes an agreement only where somebody signs', () => {
    expect(parseScaFlags({ sca: 'decline', agreement: 'a' }, 'none')).toMatchObject({ agreement: 'a' });
    for (const way of ['none', 'browser']) {
      expect(faultOf(way, 'a')).toMatchObject({
        code: 'USAGE',
        message: expect.stringContaining('--agreement'),
      });
    }
  });
});

describe('--sca-timeout [C-sca-browser]', () => {
  it.each([
    ['1s', 1000],
    ['1h30m', 5_400_000],
    ['1d', 86_400_000],
  ])('takes %s', (timeout, timeoutMs) => {
    expect(parseScaFlags({ 'sca-timeout': timeout }, 'browser')).toMatchObject({ timeoutMs });
  });

  it.each(['0', 'soon', '', '25h', '-1s'])('refuses %j', (timeout) => {
    expect(faultOf('browser', undefined, timeout)).toMatchObject({
      code: 'USAGE',
      message: `--sca-timeout is ${JSON.stringify(timeout)}, but must be a duration from 1s to 1d.`,
    });
  });
});

describe('what curl needs beside the request [C-curl]', () => {
  it('is nothing where the profile names no file', () => {
    expect(buildCurlOptions({})).toEqual([]);
  });

  it('is each file as a word of the shell; a colon is none of a passphrase', () => {
    expect(
      buildCurlOptions({
        caFile: "/kari's/ca.pem",
        certFile: '/keys/a:b.p12',
        certType: 'P12',
        keyFile: '/keys/my key.pem',
        tokenFile: '/tmp/operator-token',
      }),
    ).toEqual([
      "--cacert '/kari'\\''s/ca.pem'",
      "--cert '/keys/a\\:b.p12'",
      '--cert-type P12',
      "--key '/keys/my key.pem'",
      '-H "Authorization: Bearer $(cat /tmp/operator-token)"',
    ]);
  });
});
