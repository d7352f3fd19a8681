import { request as requestTo } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { startProxy } from '../../src/proxy/start.ts';
import { openSettings } from '../../src/settings/precedence.ts';
import { contextIn } from '../support/command-context.ts';
import { serveHttp } from '../support/http-server.ts';
import { homeAt, PSU, remoteHome, servedBank, writeProfile } from '../support/remote-home.ts';
import { LineRun } from '../support/same-outcomes.ts';
import { START } from '../support/stopped-clock.ts';
import { sweep } from '../support/sweep.ts';
import { TERMINAL_LINES } from '../support/terminal-lines.ts';

/** The proxy of a home's profile in use, in this process, at whose time its caller lives. @returns what it logged too */
async function proxyHere(home: string) {
  const lines: string[] = [];
  const unexpected: unknown[] = [];
  const context = {
    ...contextIn(home, { reportUnexpected: (fault) => void unexpected.push(fault) }),
    log: (line: string) => void lines.push(line),
  };
  const place = { port: 0, host: '127.0.0.1', isLoopback: true, publicUrl: undefined, names: [] };
  const plan = { ...place, allowWrites: false };
  const { ready, end } = await startProxy(context, plan, openSettings(context.surroundings, {}));
  onTestFinished(end);
  const verdicts = () => new Set(lines.map((line): string => JSON.parse(line).verdict));
  return { url: ready.url, port: Number(new URL(ready.url).port), verdicts, unexpected };
}

/** What a client that can't sign leaves out. */
const SIGNING = /^(?:date|digest|signature|tpp-signature-certificate)$/i;

/** In front of a proxy: hands on what comes, as from a client that can't sign. @returns its base URL */
async function unsignedRelay(proxyUrl: string): Promise<string> {
  const { hostname, port, pathname } = new URL(proxyUrl);
  const origin = await serveHttp((request, response) => {
    const { method = '', url = '', rawHeaders } = request;
    const headers = rawHeaders.flatMap((name, place) => {
      if (place % 2 !== 0 || SIGNING.test(name)) return [];
      return [name, /^host$/i.test(name) ? `${hostname}:${port}` : (rawHeaders[place + 1] ?? '')];
    });
    const onward = requestTo({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  const base = pathname === '/' ? '' : pathname;
  return origin + base;
}

/** Every line that calls a bank, but those that print where it is. */
const CALLS = TERMINAL_LINES.filter(
  ({ line }) =>
    /^(?:payments|status|basket|sca|sandbox|accounts|cards|consent|user|agreements|tpp)\b/.test(line) &&
    !/^sandbox fork| --(?:dry-run|curl|csv)/.test(line),
);

/** One of each kind: what goes one way as another line does is left to the long run. */
const KEPT = [
  /^payments (?:create --(?:domestic|cross-border|instant|bulk|periodic) --example|fees|get \{one|authorise \{one|list$)/,
  /^status \{one\}$/,
  /^basket (?:create \{four\}|get)/,
  /^consent (?:grant --sca approve --as 15813963008|revoke)/,
  /^(?:accounts list|accounts balances 99901067291|cards list|user|tpp contact set)/,
  /^sandbox (?:init|account list)/,
];
const LINES = sweep(CALLS, ({ line }) => KEPT.some((kept) => kept.test(line)));

const CLIENTS = sweep(
  [
    { who: 'leaves signing to it', isSigned: false, verdict: 'signed' },
    { who: 'signs', isSigned: true, verdict: 'kept' },
  ],
  // What is signed already is handed on by the same path, and does less.
  ({ isSigned }) => !isSigned,
);

/** Two fresh banks: one called directly, one by way of a proxy. */
async function bothWays(isSigned: boolean) {
  const direct = new LineRun(await homeAt(await servedBank('/api-sandbox'), PSU, START));
  const bank = await servedBank('/api-sandbox');
  const proxy = await proxyHere(await homeAt(bank, PSU, START));
  const home = await remoteHome(START);
  const baseUrl = isSigned ? proxy.url : await unsignedRelay(proxy.url);
  writeProfile(home, { baseUrl, operatorUrl: bank.operatorUrl, ...PSU });
  return { direct, proxied: new LineRun(home), proxy };
}

it.each(
  CLIENTS,
)('a bank behind the proxy answers as the bank itself to a client that $who, with the same output and exit codes [C-proxy]', async ({
  isSigned,
  verdict,
}) => {
  const { direct, proxied, proxy } = await bothWays(isSigned);
  for (const line of LINES) {
    const expected = await direct.outcomeOf(line);
    expect({ line: line.line, ...(await proxied.outcomeOf(line)) }).toEqual({
      line: line.line,
      ...expected,
    });
  }
  expect(LINES.length).toBeGreaterThan(20);
  expect(proxy.verdicts()).toEqual(new Set([verdict]));
  expect(proxy.unexpected).toEqual([]);
});
