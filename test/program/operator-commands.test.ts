import { describe, expect, it } from 'vitest';
import { faultNames, listReach } from '../../src/wire/faults.ts';
import { OPERATIONS } from '../../src/wire/operations.ts';
import { oneHome } from '../support/one-home.ts';
import { sources } from '../support/sources.ts';

const { run, json } = oneHome();
/** An id that nothing has. */
const UNKNOWN_ID = 'kQ3nV0b1cT8sYpR5dW2xZa';

/** The command of each operation of the operator. */
const COMMANDS: Readonly<Record<string, string>> = {
  'approve SCA': `sca approve ${UNKNOWN_ID}`,
  'decline SCA': `sca decline ${UNKNOWN_ID}`,
  'abandon SCA': `sca abandon ${UNKNOWN_ID}`,
  'expire SCA': `sca expire ${UNKNOWN_ID}`,
  'fail SCA': `sca fail ${UNKNOWN_ID}`,
  'run batch': 'sandbox batch run',
  'show clock': 'sandbox clock show',
  'advance clock': 'sandbox clock advance 1h',
  'set clock': 'sandbox clock set 2026-11-21T12:00:00+01:00',
  'reset clock': 'sandbox clock reset',
  'hold payment': `sandbox payment hold ${UNKNOWN_ID}`,
  'release payment': `sandbox payment release ${UNKNOWN_ID}`,
  'reject payment': `sandbox payment reject ${UNKNOWN_ID}`,
  'settle payment late': `sandbox payment settle-late ${UNKNOWN_ID}`,
  'settle payment': `sandbox payment settle ${UNKNOWN_ID}`,
  'take payment right': 'sandbox payment-right take 99901067291',
  'give payment right': 'sandbox payment-right give 99901067291',
  'take snapshot': 'sandbox snapshot save unsaved',
  'restore snapshot': 'sandbox snapshot restore saved --yes',
  'release TPP': 'sandbox tpp release PSDNO-FSA-310999016',
  'grant consent': 'sandbox consent grant --as 15813963008',
  'revoke consent': 'consent revoke --as 15813963008',
  'list faults': 'sandbox fault list',
  'add fault': 'sandbox fault add SYSTEM_ERROR --operation create-payment --call 2',
  'clear faults': 'sandbox fault clear',
  'clear fault': 'sandbox fault clear 1',
};

/** Operations that the dashboard and curl call. */
const FOR_PROGRAMS = /^(?:list worlds|view .*)$/;

describe("the operator's acts [C-operator-commands, D11-operator]", () => {
  const acts = OPERATIONS.filter(({ listener, name }) => listener === 'operator' && !FOR_PROGRAMS.test(name));

  it('each have a command', () => {
    expect(Object.keys(COMMANDS)).toEqual(acts.map(({ name }) => name));
  });

  it.each(acts)('$name is what its command sends', async ({ name, method, path }) => {
    if (name === 'restore snapshot') await run(['sandbox', 'snapshot', 'save', 'saved']);
    const { code, value } = await json([...(COMMANDS[name] ?? '').split(' '), '--dry-run']);
    const target = new RegExp(`^https?://[^/]+${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    expect({ code, method: value.method, url: value.url }).toEqual({
      code: 0,
      method,
      url: expect.stringMatching(target),
    });
  });
});

it('the operations that faults strike are built ones of the interface, by names that can be told apart without blanks [D11-faults]', () => {
  const names = OPERATIONS.filter(({ listener }) => listener === 'interface').map(({ name }) => name);
  for (const fault of faultNames) expect(names).toEqual(expect.arrayContaining([...listReach(fault)]));
  expect(new Set(names.map((name) => name.replaceAll(' ', '-'))).size).toBe(names.length);
});

it('sandbox data by commands alone has a command for each operation of /v1/sandbox [C-sandbox-data]', () => {
  const names = OPERATIONS.filter(({ path }) => path.startsWith('/v1/sandbox')).map(({ name }) => name);
  const app = sources((path) => /^(src|commands)\/sandbox\//.test(path))
    .map(({ code }) => code)
    .join('\n');
  const called = [...app.matchAll(/getOperation\(\s*'([^']+)'/g)].map(([, operation = '']) => operation);
  // The operations of listed types come from their words.
  const words = [...app.matchAll(/^ {2}word: '([a-z-]+)',/gm)].map(([, word = '']) => word.replace('-', ' '));
  const listed = words.flatMap((noun) => [
    `list sandbox ${noun}s`,
    ...['read', 'create', 'delete'].map((verb) => `${verb} sandbox ${noun}`),
  ]);
  expect(names.filter((name) => ![...called, ...listed].includes(name))).toEqual([]);
});
