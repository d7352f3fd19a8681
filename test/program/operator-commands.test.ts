import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/wire/operations.ts';
import { UNKNOWN_ID } from '../support/data-words.ts';
import { oneHome } from '../support/one-home.ts';

const { run, json } = oneHome();

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

/** What the operator of a bank for others asks with curl. */
const FOR_PROGRAMS: readonly string[] = ['list worlds'];

describe("the operator's acts [C-operator-commands, D11-operator]", () => {
  const acts = OPERATIONS.filter(({ door, name }) => door === 'operator' && !FOR_PROGRAMS.includes(name));

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
