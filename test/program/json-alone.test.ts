import { describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';

const { run } = oneHome();

const REQUEST = ['POST', 'https://bank.example/v1/payments/norwegian-domestic-credit-transfers'];

describe('a journey with --json and without a terminal, both streams in one [C-json-alone, C-next]', () => {
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
