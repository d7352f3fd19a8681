import { onTestFinished } from 'vitest';
import { startProxy } from '../../src/proxy/start.ts';
import { openSettings } from '../../src/settings/precedence.ts';
import { contextIn } from './command-context.ts';

/** The proxy of a home's profile in use, in this process, at whose time its caller lives. @returns what it logged too */
export async function proxyHere(home: string) {
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
