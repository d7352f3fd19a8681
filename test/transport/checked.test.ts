import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/errors.ts';
import type { Header, HttpRequest, HttpResponse } from '../../src/message.ts';
import { writeHttpDate } from '../../src/signing/http-date.ts';
import { signAnswer } from '../../src/signing/sign.ts';
import { computeFingerprint } from '../../src/signing/verify.ts';
import { checkResponses } from '../../src/transport/check-responses.ts';
import { AT, makeTpp } from '../signing/tpp.ts';
import { rsaKeys } from '../support/keys.ts';

const bank = makeTpp({ roles: ['PSP_AS'] });
const newer = makeTpp({ roles: ['PSP_AS'], serial: 0x99n, keys: rsaKeys('other') });
const ID = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721';
const OTHER_ID = '0f7fbb07-8a94-4c5f-9b4e-2a4e8d3b9c11';
const BODY = Buffer.from('{"transactionStatus":"RCVD"}');
const REQUEST: HttpRequest = {
  method: 'GET',
  target: '/v1/accounts',
  headers: [['X-Request-ID', ID]],
  body: new Uint8Array(),
};

function signedAnswer({ signer = bank, id = ID, at = AT } = {}): HttpResponse {
  const date = writeHttpDate(at);
  const headers: Header[] = [
    ['Date', date],
    ['X-Request-ID', id],
  ];
  signAnswer(headers, BODY, { date, requestId: id }, signer);
  return { status: 200, headers, body: BODY };
}

const without = (...names: readonly string[]): HttpResponse => {
  const answer = signedAnswer();
  return { ...answer, headers: answer.headers.filter(([name]) => !names.includes(name)) };
};

/** What a profile knows before, and what came of an answer. */
async function outcomeOf(
  answer: HttpResponse,
  mode: 'required' | 'optional',
  known?: string,
  method = 'GET',
) {
  let pinned = known;
  const pin = async (fingerprint: string) => {
    pinned ??= fingerprint;
    return pinned;
  };
  const place = { origin: 'https://bank.example', profile: 'mybank', toOptional: 'say so' };
  const check = { ...place, mode, pin, clock: () => AT };
  const sent = checkResponses(async () => answer, check)({ ...REQUEST, method });
  const fault = await sent.then(
    (response) => (response === answer ? undefined : 'another answer'),
    (error: unknown) => error,
  );
  return { fault, pinned };
}

const SIGNATURE = ['Signature', 'ASPSP-Signature-Certificate', 'Digest'];
const MODES = ['required', 'optional'] as const;

describe('an answer that is let through [D10-response-check]', () => {
  it.each(MODES)('is a signed one, whose certificate is kept at its first use: %s', async (mode) => {
    const { fault, pinned } = await outcomeOf(signedAnswer(), mode);
    expect({ fault, pinned }).toEqual({ fault: undefined, pinned: computeFingerprint(bank.certificate) });
    expect((await outcomeOf(signedAnswer(), mode, pinned)).fault).toBeUndefined();
  });

  it('is an unsigned one where a signature is optional, though the bank has signed before', async () => {
    const known = computeFingerprint(bank.certificate);
    for (const pin of [undefined, known])
      expect(await outcomeOf(without(...SIGNATURE), 'optional', pin)).toEqual({
        ...{ fault: undefined, pinned: pin },
      });
  });
});

const FAILING: readonly (readonly [string, HttpResponse, RegExp])[] = [
  ['another body', { ...signedAnswer(), body: Buffer.from('{}') }, /body isn't the one in Digest/],
  ['no Signature', without('Signature'), /isn't complete, missing: Signature/],
  ['no certificate', without('ASPSP-Signature-Certificate'), /missing: ASPSP-Signature-Certificate/],
  ['no Digest', without('Digest'), /missing: Digest/],
  ['no Date', without('Date'), /missing: Date/],
  ['no X-Request-ID', without('X-Request-ID'), /doesn't match the certificate.*listed-header-absent/],
  [
    'the answer to another request',
    signedAnswer({ id: OTHER_ID }),
    new RegExp(`another request.*${OTHER_ID}.*${ID}`),
  ],
  ['a Date of long ago', signedAnswer({ at: AT - 61_000 }), /Date is over 60 seconds off: Wed, 14 Oct 2026/],
  [
    'the certificate of another',
    {
      ...signedAnswer(),
      headers: signedAnswer().headers.map(
        ([name, value]): Header => [
          ...([name, name.startsWith('ASPSP') ? newer.certificateHeader : value] as const),
        ],
      ),
    },
    /doesn't match the certificate in ASPSP-Signature-Certificate/,
  ],
];

describe('an answer that fails [D10-response-check, I-response-signature]', () => {
  it.each(
    FAILING.flatMap(([what, answer, text]) => MODES.map((mode) => ({ what, answer, text, mode }))),
  )('is an error, and pins nothing: $what, $mode', async ({ answer, text, mode }) => {
    const { fault, pinned } = await outcomeOf(answer, mode);
    expect(pinned).toBeUndefined();
    if (!(fault instanceof Fault)) throw new Error('it was let through');
    expect(fault.code).toBe('ANSWER_UNTRUSTED');
    expect(fault.message).toMatch(text);
    expect(fault.message).toContain('https://bank.example');
    // What it says isn't the bank's word.
    expect(fault.details).toEqual({ hint: expect.stringMatching(/./), sent: true });
  });

  it('is one without a signature where that is required', async () => {
    expect((await outcomeOf(without(...SIGNATURE), 'required')).fault).toMatchObject({
      code: 'ANSWER_UNTRUSTED',
      message: "The answer from https://bank.example isn't signed, but profile mybank requires it.",
      details: { hint: "Ask the bank whether it signs its answers. If it doesn't, say so." },
    });
  });

  it.each(MODES)('is one by another certificate than before, and both are named: %s', async (mode) => {
    const [before, now] = [computeFingerprint(bank.certificate), computeFingerprint(newer.certificate)];
    const { fault, pinned } = await outcomeOf(signedAnswer({ signer: newer }), mode, before);
    expect(pinned).toBe(before);
    expect(fault).toMatchObject({
      code: 'ANSWER_UNTRUSTED',
      message: expect.stringContaining(`Before (SHA-256): ${before}\nNow (SHA-256): ${now}`),
      details: { hint: expect.stringContaining(`psd2 profile trust ${now} --profile mybank`) },
    });
  });
});

const unsigned = without(...SIGNATURE);
const tampered = { ...signedAnswer(), body: Buffer.from('{}') };
const known = computeFingerprint(newer.certificate);

it.each([
  ['no signature', unsigned, undefined],
  ['another body', tampered, undefined],
  ['another certificate', signedAnswer(), known],
])('a write whose answer fails has an unknown outcome, and is not to be run again: %s [D10-response-check, S10-outcome-unknown]', async (_, answer, pin) => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    expect((await outcomeOf(answer, 'required', pin, method)).fault).toMatchObject({
      details: {
        hint: expect.stringMatching(
          /^The bank may have received the request\. The outcome is unknown\. (?!.*again\. If)/,
        ),
      },
    });
  }
  const { fault } = await outcomeOf(answer, 'required', pin);
  expect((fault as Fault).details.hint).not.toContain('unknown');
});

describe('the way to the bank, checked [D10-response-check]', () => {
  it('has an unknown outcome where the answer came and the profile can not be read [S10-outcome-unknown]', async () => {
    const busy = new Fault('STORE_BUSY', 'The store stayed locked. Nothing was done.', {
      hint: 'Try again.',
    });
    const place = { origin: 'https://bank.example', profile: 'mybank', toOptional: 'say so' };
    const pin = () => Promise.reject(busy);
    const check = { ...place, mode: 'optional', pin, clock: () => AT } as const;
    const sent = checkResponses(async () => signedAnswer(), check)({ ...REQUEST, method: 'POST' });
    await expect(sent).rejects.toMatchObject({
      code: 'ANSWER_UNTRUSTED',
      message: expect.not.stringContaining('Nothing was done'),
      details: { sent: true, cause: busy, hint: expect.stringContaining('The outcome is unknown.') },
    });
  });

  it('passes on what the way says where no answer came', async () => {
    const lost = new Fault('NETWORK', 'gone');
    const pin = async (fingerprint: string) => fingerprint;
    const place = { origin: 'o', profile: 'p', toOptional: 'say so' };
    const check = { ...place, mode: 'required', pin, clock: () => AT } as const;
    await expect(checkResponses(async () => Promise.reject(lost), check)(REQUEST)).rejects.toBe(lost);
  });
});
