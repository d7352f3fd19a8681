import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';

const { run, json, folder } = oneHome();

const BRAND = 'TPP-Brand-Logging-Information: Butikken';
const EXAMPLE = ['payments', 'create', '--domestic', '--example', '--header', BRAND];

describe('--header on what calls the bank [C-header]', () => {
  it('is on every signed request of the command, and says nothing of the operator', async () => {
    const har = join(folder(), 'all.har');
    expect((await run([...EXAMPLE, '--header', 'Accept-Language: nb', '--har-full', har])).code).toBe(0);
    const { entries } = JSON.parse(readFileSync(har, 'utf8')).log;
    const sent = entries.map(({ request }: { request: { headers: { name: string; value: string }[] } }) =>
      request.headers
        .filter(({ name }) => /brand|language/i.test(name))
        .map(({ name, value }) => [name, value]),
    );
    const both = [BRAND.split(': '), ['Accept-Language', 'nb']];
    expect(sent).toEqual([both, both, both]);
  });

  it('reaches the bank, which looks at it', async () => {
    const { code, value } = await json([
      ...EXAMPLE.slice(0, -2),
      '--header',
      'tpp-redirect-preferred: maybe',
    ]);
    expect(code).toBe(3);
    expect(value.error.tppMessages).toMatchObject([{ code: 'FORMAT_ERROR', path: 'TPP-Redirect-Preferred' }]);
  });

  it('stands in the request that is only shown, and in the curl line', async () => {
    expect((await run([...EXAMPLE, '--dry-run'])).stdout).toContain(`\r\n${BRAND}\r\n`);
    expect((await run([...EXAMPLE, '--curl'])).stdout).toContain(BRAND);
  });

  it('is a usage error before anything leaves', async () => {
    const { code, value } = await json(['payments', 'get', 'x', '--header', 'Cookie: a=b']);
    expect({ code, error: value.error.code }).toEqual({ code: 2, error: 'USAGE' });
    const resumed = await json(['payments', 'resume', 'x', '--header', BRAND]);
    expect({ code: resumed.code, error: resumed.value.error.code }).toEqual({ code: 2, error: 'USAGE' });
  });
});
