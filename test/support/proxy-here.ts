import { onTestFinished } from 'vitest';
import { startProxy } from '../../src/proxy/start.ts';
import { openSettings } from '../../src/settings/precedence.ts';

/** The proxy of a home's profile in use, in this process, at whose time its caller lives. @returns what it logged too */
export async function proxyHere(home: string) {
  const surroundings = {
    env: { PSD2_HOME: home },
    ...{ platform: process.platform, cwd: '/', uid: process.getuid?.() },
  };
  const lines: string[] = [];
  const unexpected: unknown[] = [];
  const program = {
    ...{ surroundings, notice: () => {}, always: () => {}, onProgress: () => {}, waits: () => {} },
    during: <Result>(_what: string, work: () => Promise<Result>) => work(),
    underWay: { leaves: () => {}, answered: () => {}, unsent: () => {} },
    askSecret: async () => undefined,
    ask: async () => undefined,
    agrees: async () => false,
    onUnexpected: (fault: unknown) => void unexpected.push(fault),
    log: (line: string) => void lines.push(line),
  };
  const place = { port: 0, host: '127.0.0.1', isLoopback: true, publicUrl: undefined, names: [] };
  const input = { port: 0, host: '127.0.0.1', allowWrites: false };
  const { ready, end } = await startProxy(program, input, place, openSettings(surroundings, {}));
  onTestFinished(end);
  const verdicts = () => new Set(lines.map((line): string => JSON.parse(line).verdict));
  return { url: ready.url, port: Number(new URL(ready.url).port), verdicts, unexpected };
}
