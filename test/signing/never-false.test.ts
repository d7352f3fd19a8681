import { sign as signBytes, verify as verifyBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { listWays, signWithBreaks } from '../../src/breaks/break-request.ts';
import { Fault } from '../../src/errors.ts';
import { getHeader, type HttpRequest } from '../../src/message.ts';
import { DEFAULT_SEARCH, VERIFY_SEARCH } from '../../src/signing/budget.ts';
import type { Finding } from '../../src/signing/findings.ts';
import { createVerifier } from '../../src/signing/verify.ts';
import { AT, payment, SHAPES } from '../breaks/requests.ts';
import { runs } from '../support/sweep.ts';

/** The same numbers each time, from 0 to below 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const pick = <Item>(items: readonly Item[], next: () => number) =>
  items[Math.floor(next() * items.length)] as Item;

const check = createVerifier();
const clock = () => 0;
const ofString = ({ code }: Pick<Finding, 'code'>) => /^signature-(?:invalid|double)/.test(code);
const STRINGS = listWays()
  .filter(ofString)
  .map(({ name }) => name);

interface Broken {
  readonly names: readonly string[];
  readonly request: HttpRequest;
}

/** A request with two or three faults in what is signed. */
function broken(seed: number): Broken {
  const next = numbers(seed);
  for (;;) {
    const count = next() < 0.5 ? 2 : 3;
    const names = [...new Set(Array.from({ length: count }, () => pick(STRINGS, next)))];
    const shape = pick(SHAPES, next);
    try {
      return { names, request: signWithBreaks(names, shape.request, shape.signer, shape.options) };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }
}

/** Whether RSA says that this was signed: the text itself, or its hash in one of its writings. */
function isSigned(text: string, request: HttpRequest): boolean {
  const signature = Buffer.from(
    /signature="([^"]*)"/.exec(decoded(getHeader(request.headers, 'signature') ?? ''))?.[1] ?? '',
    'base64',
  );
  const key = payment.signer.certificate.publicKey;
  const forms = [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf8'), Buffer.from(text, 'hex')];
  return forms.some((bytes) => verifyBytes('sha256', bytes, key, signature));
}

function decoded(value: string): string {
  const word = /^=\?utf-8\?B\?(.*)\?=$/.exec(value)?.[1];
  return word === undefined ? value : Buffer.from(word, 'base64').toString();
}

const linesOf = (text: string) => text.split('\n');
const has = (text: string, line: string) => linesOf(text).includes(line);

/** What each cause says of the signed text, told apart from the search; the right string has none of it. */
const SAYS: Readonly<Record<string, (signed: string, right: string) => boolean>> = {
  'trailing-newline': (signed) => /(?:\n|\\n)[ \t]*$/.test(signed),
  crlf: (signed) => signed.includes('\r'),
  'no-space': (signed) => !/^\s*[^:\s]+: \S/.test(signed),
  'original-case': (signed) => /[A-Z(][A-Za-z-]*:/.test(signed),
};

/** A finding whose cause was undone leaves another string, so the cause is not there for nothing. */
function isShown({ code, cause, header, found: signed = '', expected: right = '' }: Finding): boolean {
  const said = code === 'signature-invalid' ? SAYS[cause ?? ''] : undefined;
  if (said !== undefined) return said(signed, right) && !said(right, right);
  if (header === undefined) return signed !== right;
  const line = linesOf(right).find((one) => one.startsWith(`${header}: `));
  return line === undefined || !has(signed, line);
}

it('two or three faults in what is signed are each told by what was signed, and no fault is told that was not made [G3-never-false, G3-two-faults]', () => {
  const seeds = Array.from({ length: runs(4, 200) }, (_, place) => place + 1);
  for (const seed of seeds) {
    const { names, request } = broken(seed);
    const { findings } = check(request, { at: AT, clock, recovery: VERIFY_SEARCH });
    const proved = findings.filter((one) => one.proved && ofString(one));
    const told = proved.map(({ code, cause }) => (cause === undefined ? code : `${code}/${cause}`));
    expect(names, `seed ${seed}`).toEqual(expect.arrayContaining(told));
    for (const one of proved) {
      expect(isSigned(one.found ?? '', request), `seed ${seed}: ${one.message}`).toBe(true);
      const isHidden = names.some((name) => name === 'signature-double-hash');
      if (!isHidden) expect(isShown(one), `seed ${seed}: ${one.message}`).toBe(true);
    }
  }
});

it('unrelated bytes that were signed get no cause, and no header is named [G3-never-false]', () => {
  /** Of any length, text or not. */
  const bytesOf = (next: () => number) =>
    Buffer.from(
      Array.from({ length: 1 + Math.floor(next() * 400) }, () =>
        next() < 0.5 ? 0x20 + Math.floor(next() * 0x5f) : Math.floor(next() * 256),
      ),
    );
  for (let seed = 1; seed <= runs(10, 2000); seed += 1) {
    const next = numbers(seed);
    const shape = pick(SHAPES, next);
    const request = signWithBreaks([], shape.request, shape.signer, shape.options);
    const signature = signBytes('sha256', bytesOf(next), shape.signer.privateKey).toString('base64');
    const headers = request.headers.map(([name, value]) => {
      if (name.toLowerCase() !== 'signature') return [name, value] as const;
      const changed = decoded(value).replace(/signature="[^"]*"/, () => `signature="${signature}"`);
      return [name, changed] as const;
    });
    // One in a hundred is sought to the end.
    const recovery = seed % 100 === 0 ? VERIFY_SEARCH : { ...DEFAULT_SEARCH, hashedBytes: 1024 * 1024 };
    const { findings } = check({ ...request, headers }, { at: AT, clock, recovery });
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect(errors, `seed ${seed}`).toMatchObject([{ code: 'signature-invalid', proved: false }]);
    expect(errors[0]).not.toHaveProperty('header');
    expect(errors[0]?.cause).toBe(seed % 100 === 0 ? 'unknown' : 'not-searched');
  }
});

it('the search of a request says the same whatever the clock does below the ceiling [G3-search-limit]', () => {
  const { request } = broken(7);
  const said = [0, 0.1, 3].map((step) => {
    let now = 0;
    const slow = () => {
      now += step;
      return now;
    };
    return check(request, { at: AT, clock: slow, recovery: { ...VERIFY_SEARCH, hashedBytes: 4e6 } }).findings;
  });
  expect(said[1]).toEqual(said[0]);
  expect(said[2]).toEqual(said[0]);
});
