import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writeCurl, writeHttp, writeJson } from '../../src/captures/write.ts';
import type { HttpRequest } from '../../src/message.ts';
import { verify } from '../../src/signing/verify.ts';
import { sweep } from '../support/sweep.ts';
import { read } from './reading.ts';
import {
  apacheWire,
  axiosError,
  axiosJson,
  axiosPrinted,
  insomnia,
  ORIGIN,
  okHttp,
  postman,
  pythonDebug,
} from './written-by.ts';

interface FailureCase {
  readonly id: string;
  readonly receivedAt: string;
  readonly request: Omit<HttpRequest, 'body'> & { readonly bodyBase64: string };
}

const { cases }: { cases: readonly FailureCase[] } = JSON.parse(
  readFileSync(new URL('../vectors/signature-failures.json', import.meta.url), 'utf8'),
);

function asHar({ method, target, headers, body }: HttpRequest): string {
  const request = {
    method,
    url: ORIGIN + target,
    headers: headers.map(([name, value]) => ({ name, value })),
    postData: { mimeType: '', text: Buffer.from(body).toString('base64'), encoding: 'base64' },
  };
  return JSON.stringify({ log: { entries: [{ request }] } });
}

const FORMATS: Readonly<Record<string, (request: HttpRequest) => string | Uint8Array>> = {
  HTTP: (request) => writeHttp(request, ORIGIN),
  curl: (request) => writeCurl(request, ORIGIN),
  JSON: (request) => JSON.stringify(writeJson(request, ORIGIN)),
  HAR: asHar,
  Postman: postman,
  Insomnia: insomnia,
  'an error of axios': axiosError,
  'what axios was given': axiosPrinted,
  'axios as JSON': axiosJson,
  OkHttp: (request) => Buffer.from(okHttp(request), 'latin1'),
  'Apache HttpClient': (request) => Buffer.from(apacheWire(request), 'latin1'),
  'http.client': (request) => Buffer.from(pythonDebug(request), 'latin1'),
};

const COUNT = Object.keys(FORMATS).length;

/** All that is found in so many steps, but for texts that quote what stands there. */
function found(request: HttpRequest, at: number) {
  let steps = 0;
  const clock = () => {
    steps += 1;
    return steps / 5;
  };
  const { findings, signingString, verdict } = verify(request, { at, clock });
  return {
    verdict,
    signingString,
    findings: findings.map(({ code, cause, header }) => ({ code, cause, header })),
  };
}

/** An object has each header once. */
const BY_NAME = ['what axios was given', 'axios as JSON'];

function hasRepeated(headers: HttpRequest['headers']): boolean {
  return new Set(headers.map(([name]) => name.toLowerCase())).size < headers.length;
}

/** Each case in one format, each format with some: that any request is read back as it was, write.test.ts shows. */
const rows = sweep(
  cases.flatMap((one) =>
    Object.keys(FORMATS)
      .filter((format) => !BY_NAME.includes(format) || !hasRepeated(one.request.headers))
      .map((format) => ({ ...one, format })),
  ),
  (_, place) => place % COUNT === Math.floor(place / COUNT) % COUNT,
);

describe('requests broken in one way each, written down and read back [C-verify-same-findings]', () => {
  it.each(rows)('have the same findings: $id in $format', ({ request, receivedAt, format }) => {
    const { bodyBase64, ...others } = request;
    const message = { ...others, body: new Uint8Array(Buffer.from(bodyBase64, 'base64')) };
    const at = Date.parse(receivedAt);
    const capture = read(FORMATS[format]!(message));
    expect({ notes: capture.notes, ...found(capture.request, at) }).toEqual({
      notes: [],
      ...found(message, at),
    });
  });
});
