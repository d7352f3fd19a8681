import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { curl } from '../support/curl.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { startProxy } from '../support/serving.ts';
import { ROOT } from '../support/sources.ts';

const path = (name: string) => join(ROOT, 'docs', 'examples', 'proxy', name);
const example = (name: string) => readFileSync(path(name), 'utf8');

interface HurlEntry {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
  readonly status: number;
  /** Names, each with the member that it takes. */
  readonly captures: readonly (readonly [name: string, member: string])[];
}

/** The entries of a file, as far as the example uses the language (https://hurl.dev/docs/grammar.html). */
function hurlEntries(text: string): HurlEntry[] {
  return text
    .split(/^(?=(?:GET|POST) )/m)
    .slice(1)
    .map((entry) => {
      const [request = '', response = ''] = entry.split(/^HTTP /m);
      const [line = '', ...rest] = request.trim().split('\n');
      const [method = '', url = ''] = line.split(' ');
      const end = rest.indexOf('{');
      const body = end === -1 ? '' : rest.slice(end).join('\n');
      const headers = end === -1 ? rest : rest.slice(0, end);
      const captures = [...response.matchAll(/^(\w+): jsonpath "\$\['(\w+)'\]"$/gm)];
      return {
        ...{ method, url, headers, body, status: Number(response.slice(0, 3)) },
        captures: captures.map(([, name = '', member = '']) => [name, member] as const),
      };
    });
}

/** Whether a program is on PATH: where it isn't, its requests are sent in its stead. */
const isHere = (name: string) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined;

/** What a program says, run beside the proxy. @throws Error where it ends with another code than 0 */
function saidBy(name: string, args: readonly string[], proxyUrl: string): string {
  const env = { PATH: process.env.PATH ?? '', PSD2_PROXY_URL: proxyUrl, no_proxy: '127.0.0.1' };
  return execFileSync(name, args, { env, encoding: 'utf8', timeout: 60_000 });
}

const HURL = isHere('hurl') ? 'by hurl itself' : 'by its requests, without hurl';
const K6 = isHere('k6') ? 'by k6 itself' : 'by its requests, without k6';

/** The commands of the page's section that curl is in. */
function curlCommands(): readonly string[] {
  const page = readFileSync(join(ROOT, 'docs', 'proxy.md'), 'utf8');
  const [, section = ''] = page.split('\n## curl\n');
  return [...(section.split('\n## ')[0] ?? '').matchAll(/```text\n(curl [\s\S]*?)```/g)].map(
    ([, text = '']) => text,
  );
}

describe('the examples of docs/proxy.md [C-proxy]', () => {
  it("curl's command creates a payment as it stands there, but for the port", async () => {
    const { ready } = await startProxy([], await homeWithKeys());
    const [command = '', ...others] = curlCommands();
    expect(others).toEqual([]);
    const line = command
      .replace('http://127.0.0.1:8445', ready.url)
      .replace('curl ', 'curl -sS --noproxy "*" ');
    const { paymentId } = JSON.parse(execFileSync('sh', ['-c', line], { cwd: ROOT, encoding: 'utf8' }));
    expect(paymentId).toMatch(/^[A-Za-z0-9]{22}$/);
  });

  it(`payment.hurl gets the answers that it wants, ${HURL}`, async () => {
    const { ready } = await startProxy([], await homeWithKeys());
    if (isHere('hurl')) {
      saidBy('hurl', ['--test', '--variable', `base=${ready.url}`, path('payment.hurl')], ready.url);
      return;
    }
    const variables = new Map([['base', ready.url]]);
    const entries = hurlEntries(example('payment.hurl'));
    expect(entries.map(({ status }) => status)).toEqual([201, 200]);
    for (const { method, url, headers, body, status, captures } of entries) {
      const where = url.replace(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? '');
      // As Hurl says it of a body of JSON.
      const type = body === '' ? [] : ['Content-Type: application/json', ...headers];
      const said = (body === '' ? headers : type).flatMap((header) => ['-H', header]);
      const answer = await curl(['-X', method, ...said, ...(body === '' ? [] : ['-d', body]), where]);
      expect([url, answer.status], answer.text).toEqual([url, status]);
      for (const [name, member] of captures) variables.set(name, answer.json[member]);
      if (method === 'GET') expect(answer.json.authorisationIds).toHaveLength(1);
    }
  });

  it(`payment.k6.js passes its checks, ${K6}`, async () => {
    const { ready } = await startProxy([], await homeWithKeys());
    if (isHere('k6')) {
      const said = saidBy('k6', ['run', '--vus', '2', '--iterations', '4', path('payment.k6.js')], ready.url);
      expect(said).toMatch(/checks(?:_succeeded)?\.*: 100\.00%/);
      return;
    }
    const script = example('payment.k6.js')
      .replace(/^import .*$/gm, '')
      .replace('export default function ()', 'return function ()');
    const checks: [string, boolean][] = [];
    const send = (
      method: string,
      url: string,
      body: string,
      { headers }: { headers: Record<string, string> },
    ) => {
      const said = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
      const data = body === '' ? [] : ['-d', body];
      const args = ['-sS', '-w', '\n%{http_code}', '-X', method, ...said, ...data, url];
      const lines = execFileSync('curl', args, { encoding: 'utf8' }).split('\n');
      const status = Number(lines.pop());
      return { status, json: (name: string) => JSON.parse(lines.join('\n'))[name] };
    };
    type Options = Parameters<typeof send>[3];
    const http = {
      post: (url: string, body: string, options: Options) => send('POST', url, body, options),
      get: (url: string, options: Options) => send('GET', url, '', options),
    };
    const check = (value: unknown, wanted: Record<string, (value: unknown) => boolean>) => {
      for (const [name, holds] of Object.entries(wanted)) checks.push([name, holds(value)]);
    };
    const iteration = new Function('http', 'check', '__ENV', '__VU', '__ITER', script);
    for (const turn of [0, 1]) iteration(http, check, { PSD2_PROXY_URL: ready.url }, 1, turn)();
    const passed = [
      ['is created', true],
      ['waits for its PSU', true],
    ];
    expect(checks).toEqual([...passed, ...passed]);
  });
});
