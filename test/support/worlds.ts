import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { HttpRequest, Peer } from '../../src/message.ts';
import { type OpenTenants, openTenants, type WorldsOptions } from '../../src/serve/worlds/open-tenants.ts';
import type { Signer } from '../../src/signing/sign.ts';
import { openTestBank, type Send, signerOf, type TestBank } from './bank.ts';
import { memoryFolder } from './memory-folder.ts';

export const ONE = 'PSDNO-FSA-38888801';
export const OTHER = 'PSDNO-FSA-38888802';

/** What came back, the time of it aside. */
export interface Came {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever JSON came
  readonly json: any;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface TestWorlds {
  readonly opened: OpenTenants;
  /** Signs as the tests' bank does; its clock is that of all worlds. */
  readonly bank: TestBank;
  readonly folder: string;
  readonly unexpected: readonly unknown[];
  /** Sends as a TPP beyond this machine. */
  send(as: Signer | string, what: Send): Promise<Came>;
  ask(request: HttpRequest, peer?: Partial<Peer>): Promise<Came>;
  /** An act of the operator, in the world that the header names. */
  operate(world: string | undefined, method: string, path: string, body?: object): Promise<Came>;
  close(): Promise<void>;
}

const NOBODY = new Uint8Array(0);

/** Worlds in a folder of their own; both end with the test. */
export async function testWorlds(more: Partial<WorldsOptions> = {}): Promise<TestWorlds> {
  const worlds = await openTestWorlds(more);
  onTestFinished(() => worlds.close());
  return worlds;
}

/** The same, for who closes it. */
export async function openTestWorlds(more: Partial<WorldsOptions> = {}): Promise<TestWorlds> {
  const bank = await openTestBank();
  const home = memoryFolder('psd2-worlds-');
  const folder = more.path ?? join(home, 'bank.db.worlds');
  const unexpected: unknown[] = [];
  const opened = openTenants({
    path: folder,
    uid: process.getuid?.(),
    clock: () => bank.now,
    onUnexpected: (fault) => unexpected.push(fault),
    ...more,
  });
  await opened.open();
  const close = async () => {
    await opened.close();
    await bank.close();
    rmSync(home, { recursive: true, force: true });
  };
  const ask = async (request: HttpRequest, peer: Partial<Peer> = {}): Promise<Came> => {
    const answer = await opened.handle(request, { address: '192.0.2.9', operator: false, ...peer });
    const text = Buffer.from(answer.body).toString('utf8');
    const isJson = answer.headers.some(([, value]) => value === 'application/json');
    const headers = Object.fromEntries(answer.headers);
    return { status: answer.status, json: isJson ? JSON.parse(text) : undefined, text, headers };
  };
  return {
    opened,
    bank,
    folder,
    unexpected,
    close,
    ask,
    send: (as, what) => ask(bank.signed({ ...what, as: typeof as === 'string' ? signerOf(as) : as })),
    operate: (world, method, path, body) =>
      ask(
        {
          method,
          target: path,
          headers: world === undefined ? [] : [['PSD2-World', world]],
          body: body === undefined ? NOBODY : Buffer.from(JSON.stringify(body)),
        },
        { operator: true },
      ),
  };
}
