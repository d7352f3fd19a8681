import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseExposition } from '../support/exposition.ts';
import { freePort } from '../support/free-port.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { scraped } from '../support/scraped.ts';
import { startServe } from '../support/serving.ts';

describe('the operator of a bank that runs as a service [C-serve-operator-token, C-metrics]', () => {
  it('is at the same port with the same token after a restart, which finds the same metrics', async () => {
    const home = await homeWithKeys();
    const port = await freePort();
    const file = join(home, 'token');
    const flags = ['--store', 'memory', '--base-path', '/api', '--operator-port', port];
    const start = () => startServe([...flags, '--operator-token-file', file], home);
    const tokens: string[] = [];
    for (const time of ['first', 'second']) {
      const { ready, child, ended } = await start();
      expect(ready, time).toMatchObject({
        operatorUrl: `http://127.0.0.1:${port}/api`,
        operatorTokenFile: file,
      });
      tokens.push(readFileSync(file, 'utf8').trim());
      const { startLine, text } = await scraped(ready, tokens[0] ?? '');
      expect(startLine).toBe('HTTP/1.1 200 OK');
      expect(parseExposition(text).has('psd2_open_connections')).toBe(true);
      child.kill('SIGTERM');
      expect(await ended()).toEqual([0, null]);
    }
    expect(new Set(tokens).size).toBe(1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
