import { expect, it } from 'vitest';
import { psd2 } from '../support/program.ts';
import { remoteHome, writeProfile } from '../support/remote-home.ts';
import { rawTcpServer } from '../support/tls.ts';

it('a proxy that says nothing ends a command within the limit of a connection, and is named [S10-proxy, S10-client-limits]', async () => {
  const silent = await rawTcpServer(() => {});
  const home = await remoteHome();
  writeProfile(home, { baseUrl: 'https://bank.example' });
  const env = { HTTPS_PROXY: `http://ola:secret@127.0.0.1:${silent}` };
  const { code, stdout } = await psd2(['payments', 'status', 'xyz', '--json'], { home, env });
  const { error } = JSON.parse(stdout);
  expect({ code, message: error.message }).toEqual({
    code: 5,
    message: `The proxy 127.0.0.1:${silent} didn't answer within 10 s.`,
  });
  expect(error.hint).toContain('NO_PROXY');
  expect(stdout).not.toContain('secret');
}, 30_000);
