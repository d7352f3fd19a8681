import { afterEach, expect, it, vi } from 'vitest';
import { signWithBreaks } from '../../src/breaks/break-request.ts';
import { verifyRequest } from '../../src/signatures/verify.ts';
import { AT, payment } from '../breaks/requests.ts';

const { method, target, headers, body } = signWithBreaks(
  'digest-mismatch/reserialised',
  payment.request,
  payment.signer,
  {
    date: AT,
  },
);
const replaced = headers.map(
  ([name, value]) => [name, name === 'PSU-ID' ? `${value}-another` : value] as const,
);
const bytes = Buffer.from(
  JSON.stringify({ method, target, headers: replaced, bodyBase64: Buffer.from(body).toString('base64') }),
);

function report() {
  const surroundings = { env: {}, platform: process.platform, cwd: process.cwd(), uid: undefined };
  const program = { surroundings } as unknown as Parameters<typeof verifyRequest>[0];
  return verifyRequest(program, bytes, { at: new Date(AT).toISOString() });
}

afterEach(() => {
  vi.restoreAllMocks();
});

it('the report of a request on a machine whose time runs away is the same: no search is ended by the clock on the wall [C-verify-same-report]', async () => {
  const calm = await report();
  let wall = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    wall += 60_000;
    return wall;
  });
  expect(await report()).toEqual(calm);
  expect(calm.findings.map(({ code }) => code)).toEqual([
    'digest-mismatch',
    'signature-invalid',
    'required-header-absent',
  ]);
});
