import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { curl } from '../support/curl.ts';
import { until } from '../support/served.ts';
import { servedHome } from '../support/served-home.ts';
import { startProxy } from '../support/serving.ts';

describe('the HAR file of a proxy [C-proxy, S10-traces]', () => {
  it('is valid after each exchange, also when the proxy is killed, and holds what was exchanged', async () => {
    const { home } = await servedHome();
    const file = join(home, 'exchanges.har');
    const proxy = await startProxy(['--har', file], home);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const entries = () => JSON.parse(readFileSync(file, 'utf8')).log.entries;
    expect(entries()).toEqual([]);
    const url = `${proxy.ready.url}/v1/sandbox/customers`;
    await Promise.all(Array.from({ length: 20 }, () => curl([url])));
    await until(() => entries().length === 20);
    const [first] = entries();
    expect(first.request.headers.map(({ name }: { name: string }) => name)).toContain('Signature');
    expect(first._signature.verdict).toBe('valid');
    expect(JSON.stringify(first)).not.toMatch(/customerName":"[^*]/);
    const last = curl([url]);
    proxy.child.kill('SIGKILL');
    await last.catch(() => {});
    expect(entries().length).toBeGreaterThanOrEqual(20);
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
