import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { curl } from '../support/curl.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { spawnPsd2 } from '../support/program.ts';
import { servedHome } from '../support/served-home.ts';
import { startProxy, temporaryFolderOf } from '../support/serving.ts';
import { atTerminal } from '../support/terminal.ts';

describe('the URLs of a proxy [C-proxy, S11-proxy]', () => {
  it('wants the token of whoever comes by another origin, and says where it listens beside it', async () => {
    const { home } = await servedHome('sandbox');
    const { ready } = await startProxy(['--public-url', 'https://tpp.example'], home);
    expect(ready).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api-sandbox$/),
      publicUrl: 'https://tpp.example/api-sandbox',
    });
    const path = `${readFileSync(ready.tokenFile ?? '', 'latin1').trim()}/v1/sandbox/customers`;
    expect((await curl([`${ready.url}/${path}`])).status).toBe(200);
    expect((await curl(['-H', 'Host: tpp.example', `${ready.url}/${path}`])).status).toBe(200);
    expect((await curl([`${ready.url}/v1/sandbox/customers`])).status).toBe(403);
  });

  it('shows a person alone the whole URL: a log has the name of a file, and a command the URL that it reaches', async () => {
    const home = await homeWithKeys();
    const script = `curl -sS -o /dev/null -w '%{http_code} %{url_effective}\\n' $PSD2_PROXY_URL/v1/sandbox/customers`;
    const line = ['proxy', '--port', '0', '--public-url', 'https://tpp.example', '--'];
    const env = temporaryFolderOf(home);
    const logged = await spawnPsd2([...line, 'sh', '-c', script], { home, env, trueClock: true });
    const [, token = ''] = /^200 http:\/\/127\.0\.0\.1:\d+\/([0-9a-f]{32})\/v1/.exec(logged.stdout) ?? [];
    expect(token).not.toBe('');
    expect(logged.stderr).toMatch(
      /^Listening on http:\/\/127\.0\.0\.1:\d+\nPublic URL: https:\/\/tpp\.example\nSigns for the offline bank\n.* token is in \/.*proxy-token\n/m,
    );
    expect(logged.stderr).not.toContain(token);
    const { all } = await atTerminal([...line, 'true'], [], { home, env, columns: 200 });
    expect(all).toMatch(
      /Listening on (http:\/\/127\.0\.0\.1:\d+)\/([0-9a-f]{32})\r\nPublic URL: https:\/\/tpp\.example\/\2\r\n/,
    );
    const inCi = await atTerminal([...line, 'true'], [], { home, env: { ...env, CI: 'true' }, columns: 200 });
    expect(inCi.all).not.toMatch(/[0-9a-f]{32}/);
  });
});
