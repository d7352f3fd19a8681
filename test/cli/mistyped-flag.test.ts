import { describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';

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
