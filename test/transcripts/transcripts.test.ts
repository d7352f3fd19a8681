import { describe, expect, it } from 'vitest';
import { expectCommitted, rewrites } from '../support/committed.ts';
import { sources } from '../support/sources.ts';
import { sweep } from '../support/sweep.ts';
import { TranscriptNames } from '../support/transcript-names.ts';
import { commandLine, readTranscript, writeOutcome } from '../support/transcript-text.ts';
import { playTranscript } from '../support/transcripts.ts';

const transcripts = sources((path) => /^test\/transcripts\/.*\.txt$/.test(path));
const update = { variable: 'PSD2_UPDATE_TRANSCRIPTS', rewrite: 'npx vitest run test/transcripts' };

/** Stories that `npm test` leaves to test:all: more of the same commands. */
const REPEATED =
  /basket-psu|cert|contexts|deletion|faults|operator|plot|products|refused|remote|sca-accounts|transactions/;

it.each(
  sweep(transcripts, ({ path }) => !REPEATED.test(path)),
)('transcripts of the built program: $path is what happens [A-transcripts, A-any-clock, C-stdout-result-only, C-exit-codes]', async ({
  path,
  text,
}) => {
  expect(readTranscript(text).some(({ kind }) => kind === 'step')).toBe(true);
  expectCommitted({ path, ...update }, await playTranscript(text));
}, 120_000);

describe('how a transcript is read and written [A-transcripts]', () => {
  const lines = [
    '# What it shows.',
    '',
    'file body.json:',
    '| {"a":1}',
    '|',
    '$ psd2 payments create \\',
    '    --file -',
    'stdin:',
    '| {}',
    '\\ no newline at the end',
    'stdout:',
    '| out',
    '|',
    'stderr:',
    '| said',
    'exit 3',
    '$ psd2 --version',
  ];
  const items = readTranscript(`${lines.join('\n')}\n`);

  it('keeps prose, files and commands in their order', () => {
    expect(items.map(({ kind }) => kind)).toEqual(['prose', 'prose', 'file', 'step', 'step']);
    expect(items[2]).toMatchObject({ name: 'body.json', contents: '{"a":1}\n\n' });
    expect(items[3]).toMatchObject({
      command: 'psd2 payments create --file -',
      stdin: '{}',
      place: 6,
      expected: { stdout: 'out\n\n', stderr: 'said\n', code: 3 },
    });
    expect(items[4]).toMatchObject({ stdin: '', expected: { stdout: '', stderr: '', code: 0 } });
  });

  it('writes an answer as it reads it', () => {
    const answers = items.flatMap((item) => (item.kind === 'step' ? [writeOutcome(item.expected)] : []));
    expect(answers).toEqual([lines.slice(10, 16), []]);
    const bare = writeOutcome({ stdout: 'no newline', stderr: '', code: 130 });
    expect(bare).toEqual(['stdout:', '| no newline', '\\ no newline at the end', 'exit 130']);
  });

  it('refuses a line that is nothing of a transcript, and names it', () => {
    expect(() => readTranscript('$ psd2\nsdtout:\n')).toThrow(
      'line 2 is nothing that a transcript has: sdtout:',
    );
  });

  it('splits a command line as a shell does, and is none', () => {
    expect(commandLine(`PSD2_AMOUNT=1.00 psd2 a --message 'two words' --to-name="Ola E" ''`)).toEqual({
      env: { PSD2_AMOUNT: '1.00' },
      args: ['a', '--message', 'two words', '--to-name=Ola E', ''],
    });
    expect(() => commandLine('psd2 a | head')).toThrow('no shell reads this line');
    expect(() => commandLine('rm a')).toThrow('a command begins with psd2');
  });
});

describe('what differs each time [A-transcripts]', () => {
  const [one, two] = ['0Zg8TwSvA1JQ6K1jOUAcDd', '0Zg8TwSxYknuENozSL9Pnj'];

  it('has a name from where it first stands, and is what the name stands for', () => {
    const names = new TranscriptNames({ '<home>': '/tmp/psd2-1/home' });
    expect(names.named(`Payment  ${one}\nStatus   RCVD\n`)).toBe('Payment  <payment 1>\nStatus   RCVD\n');
    expect(names.named(`{\n  "paymentId": "${two}",\n`)).toBe('{\n  "paymentId": "<payment 2>",\n');
    expect(names.named(`${one}\n`)).toBe('<payment 1>\n');
    expect(names.named('Home  /tmp/psd2-1/home/offline\n')).toBe('Home  <home>/offline\n');
    expect(names.real('psd2 status <payment 2>')).toBe(`psd2 status ${two}`);
  });

  it('must have been shown before it is used', () => {
    expect(() => new TranscriptNames().real('psd2 status <payment 1>')).toThrow(
      'nothing before this line is called <payment 1>',
    );
  });
});

it('accepting what happens is asked for by a variable, and refused where CI is set [A-transcripts]', () => {
  expect(rewrites('PSD2_UPDATE_X', {})).toBe(false);
  expect(rewrites('PSD2_UPDATE_X', { PSD2_UPDATE_X: '0', CI: 'true' })).toBe(false);
  expect(rewrites('PSD2_UPDATE_X', { PSD2_UPDATE_X: '1', CI: '' })).toBe(true);
  expect(() => rewrites('PSD2_UPDATE_X', { PSD2_UPDATE_X: '1', CI: 'true' })).toThrow('refused where CI');
});
