import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { trimBlanks } from '../../src/core/octets.ts';
import type { HttpRequest } from '../../src/message.ts';
import { verify } from '../../src/signing/verify.ts';
import { WRITERS } from './program-writers.ts';
import { read } from './reading.ts';

interface FailureCase {
  readonly id: string;
  readonly receivedAt: string;
  readonly request: Omit<HttpRequest, 'body'> & { readonly bodyBase64: string };
}

const { cases }: { cases: readonly FailureCase[] } = JSON.parse(
  readFileSync(new URL('../vectors/signature-failures.json', import.meta.url), 'utf8'),
);
const ORIGIN = 'https://api.example-bank.test';

const requests = cases.map(({ id, receivedAt, request: { bodyBase64, ...others } }) => ({
  id,
  at: Date.parse(receivedAt),
  request: { ...others, body: new Uint8Array(Buffer.from(bodyBase64, 'base64')) },
}));

/** What every form can say: headers once, in ASCII, on one line, and text as the body. */
const PLAIN = requests.filter(({ request: { headers, body } }) => {
  const names = headers.map(([name]) => name.toLowerCase());
  const isAscii = headers.every(([, value]) => /^[\x20-\x7e]*$/.test(value));
  const isText = Buffer.from(Buffer.from(body).toString('utf8')).equals(Buffer.from(body));
  return (
    new Set(names).size === names.length && isAscii && isText && !/\r|\n$/.test(Buffer.from(body).toString())
  );
});

/** The request without what each program adds of its own. */
function essence({ method, target, headers, body }: HttpRequest) {
  const own = /^(?:host|content-length|user-agent|accept|cookie)$/i;
  const kept = headers
    .filter(([name]) => !own.test(name))
    .map(([name, value]) => [name.toLowerCase(), trimBlanks(value)]);
  return { method, target, headers: Object.fromEntries(kept), body: Buffer.from(body).toString('latin1') };
}

const NOTED: Readonly<Record<string, readonly string[]>> = {
  'curl as Chrome wrote it for cmd': ['Some browsers escape', 'The browser doubled backslashes'],
  'curl as Firefox wrote it for cmd': ['Because of doubled quotes'],
  'curl as Chrome writes it for cmd': ['The browser doubled backslashes'],
};

/** What a form can't say: its writer has doubled backslashes, or the program sends something else. */
const LOST: Readonly<Record<string, string>> = {
  'curl as Firefox wrote it for cmd': 'cert-literal-backslash-n',
  'axios by hand': 'body-bom',
};

/** Found without a search, so it costs nothing. */
const SHOWN = [
  ...['ok-baseline', 'digest-base64url', 'date-iso', 'keyid-lowercase-serial', 'sig-truncated'],
  'cert-missing',
];

function found(request: HttpRequest, at: number) {
  const { findings, verdict } = verify(request, { at, clock: () => 0 });
  return { verdict, findings: findings.map(({ code, cause, header }) => ({ code, cause, header })) };
}

describe('a request as programs write it [C-verify-inputs, C-verify-same-findings, C-verify-fetch, C-verify-powershell, C-verify-curl-shells]', () => {
  it.each(Object.entries(WRITERS))('is read as it was: %s', (form, write) => {
    expect(PLAIN.length).toBeGreaterThan(30);
    for (const { id, request } of PLAIN) {
      if (LOST[form] === id || (form === 'curl by hand in cmd' && request.body.includes(10))) continue;
      const capture = read(write(request, ORIGIN), form.startsWith('a file') ? { request: 'payment' } : {});
      expect({ id, ...essence(capture.request) }).toEqual({ id, ...essence(request) });
      const others = capture.notes.filter(
        ({ message }) => !NOTED[form]?.some((words) => message.startsWith(words)),
      );
      expect(others).toEqual([]);
    }
  });

  it.each(Object.entries(WRITERS))('has the same verdict and findings: %s', (form, write) => {
    const shown = requests.filter(({ id }) => SHOWN.includes(id));
    expect(shown.length).toBe(SHOWN.length);
    for (const { request, at } of shown) {
      const capture = read(write(request, ORIGIN), form.startsWith('a file') ? { request: 'payment' } : {});
      expect(found(capture.request, at)).toEqual(found(request, at));
    }
  });
});
