import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { curl } from '../support/curl.ts';
import { spawnPsd2 } from '../support/program.ts';
import { RawClient, until } from '../support/served.ts';
import { servedHome } from '../support/served-home.ts';
import { startProxy, temporaryFolderOf, untilItStops } from '../support/serving.ts';

/** By a second signal, while a request comes that has no end. */
async function endAtOnce({ ready, child }: Awaited<ReturnType<typeof startProxy>>) {
  const client = await RawClient.connectPlain(Number(new URL(ready.url).port));
  client.write('POST /v1 HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\nha');
  await client.answers(1);
  child.kill('SIGTERM');
  await untilItStops(ready.url);
  child.kill('SIGTERM');
}

describe('the HAR file of a proxy [C-proxy, S10-traces]', () => {
  it('is valid at every moment, also when the proxy is killed, and holds what was exchanged', async () => {
    const { home } = await servedHome();
    const file = join(home, 'exchanges.har');
    const proxy = await startProxy(['--har', file], home);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const entries = () => JSON.parse(readFileSync(file, 'utf8')).log.entries;
    expect(entries()).toEqual([]);
    const url = `${proxy.ready.url}/v1/sandbox/customers`;
    const calls = Array.from({ length: 20 }, () => curl([url]));
    const seen: number[] = [];
    let isDone = false;
    const watching = until(() => seen.push(entries().length) < 0 || isDone);
    await Promise.all(calls);
    isDone = true;
    await watching;
    await until(() => entries().length === 20);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    const [first] = entries();
    expect(first.request.headers.map(({ name }: { name: string }) => name)).toContain('Signature');
    expect(first._signature.verdict).toBe('valid');
    expect(JSON.stringify(first)).not.toMatch(/customerName":"[^*]/);
    const last = curl([url]);
    proxy.child.kill('SIGKILL');
    await last.catch(() => {});
    expect(entries().length).toBeGreaterThanOrEqual(20);
  });

  it('is one proxy’s alone: another is refused before it listens, and so is a command', async () => {
    const { home } = await servedHome();
    const file = join(home, 'exchanges.har');
    const proxy = await startProxy(['--har', file], home);
    await curl([`${proxy.ready.url}/v1/sandbox/customers`]);
    await until(() => JSON.parse(readFileSync(file, 'utf8')).log.entries.length === 1);
    const before = readFileSync(file, 'utf8');
    const given = { home, env: temporaryFolderOf(home), trueClock: true };
    const line = ['proxy', '--port', '0', '--har-full', file, '--', 'true'];
    for (const args of [line, ['sandbox', 'customer', 'list', '--har', file]]) {
      const { code, stdout, stderr } = await spawnPsd2(args, given);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`Process ${proxy.ready.pid} on `);
      expect(stderr).toContain(`rm ${file}.lock`);
    }
    expect(readFileSync(file, 'utf8')).toBe(before);
    proxy.child.kill('SIGTERM');
    await proxy.ended();
    expect(readdirSync(home).filter((name) => name.startsWith('exchanges'))).toEqual(['exchanges.har']);
  });

  it.each(['SIGKILL', 'twice'] as const)('is free again after its proxy was ended by %s', async (how) => {
    const { home } = await servedHome();
    const file = join(home, 'exchanges.har');
    const proxy = await startProxy(['--har', file], home);
    expect(existsSync(`${file}.lock`)).toBe(true);
    if (how === 'SIGKILL') proxy.child.kill('SIGKILL');
    else await endAtOnce(proxy);
    await proxy.ended();
    expect(existsSync(`${file}.lock`)).toBe(how === 'SIGKILL');
    const line = ['proxy', '--port', '0', '--har', file, '--', 'true'];
    const { code } = await spawnPsd2(line, { home, env: temporaryFolderOf(home), trueClock: true });
    expect(code).toBe(0);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('holds everything where that is asked for', async () => {
    const { home } = await servedHome();
    const file = join(home, 'whole.har');
    const proxy = await startProxy(['--har-full', file], home);
    const { text } = await curl([`${proxy.ready.url}/v1/sandbox/customers`]);
    proxy.child.kill('SIGTERM');
    await proxy.ended();
    const [entry] = JSON.parse(readFileSync(file, 'utf8')).log.entries;
    expect(entry.response.content.text).toBe(text);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
