import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/errors.ts';
import type { HttpRequest } from '../../src/message.ts';
import { AT, SHAPES, type Shape } from '../breaks/requests.ts';
import { BREAKS, breakRequest } from '../support/breaks/every-way.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { inTurn } from '../support/in-turn.ts';
import { psd2 } from '../support/program.ts';

const REQUESTS = 300;
const BUSY_PROCESSES = 10;

/** Broken in every way, and the first shapes with headers that nothing confirms: their search goes to its end. */
function requests(): readonly string[] {
  const broken = BREAKS.flatMap(({ name }) => SHAPES.flatMap((shape) => made(name, shape) ?? []));
  const replaced = SHAPES.map((shape, place) => ({
    ...(made('signature-invalid/crlf', shape) ?? shape.request),
    headers: (made('keyid-style/lowercase', shape) ?? shape.request).headers.map(([name, value]) =>
      name === 'X-Request-ID' ? ([name, `another-${place}-${value}`] as const) : ([name, value] as const),
    ),
  }));
  return [...replaced, ...broken]
    .slice(0, REQUESTS)
    .map(({ method, target, headers, body }) =>
      JSON.stringify({ method, target, headers, bodyBase64: Buffer.from(body).toString('base64') }),
    );
}

function made(name: string, { request, signer, options }: Shape): HttpRequest | undefined {
  try {
    return breakRequest(name, request, signer, options);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

async function reports(inputs: readonly string[], home: string): Promise<readonly string[]> {
  const args = ['verify', '--json', '--at', new Date(AT).toISOString()];
  return inTurn(inputs, async (input) => (await psd2(args, { home, input })).stdout);
}

describe('a busy machine [C-verify-same-report]', () => {
  it(`gives ${REQUESTS} requests the same reports beside ${BUSY_PROCESSES} busy processes, byte for byte`, async () => {
    const home = await homeWithKeys();
    const inputs = requests();
    expect(inputs).toHaveLength(REQUESTS);
    const idle = await reports(inputs, home);
    expect(idle.every((report) => report.includes('"verdict"'))).toBe(true);
    const others = Array.from({ length: BUSY_PROCESSES }, () => spawn(process.execPath, ['-e', 'for (;;);']));
    try {
      expect(await reports(inputs, home)).toEqual(idle);
    } finally {
      for (const other of others) other.kill('SIGKILL');
    }
  });
});
