import { constants, type KeyObject, sign } from 'node:crypto';
import type { Header, HttpRequest } from '../message.ts';
import { writeHeaderText } from '../signing/encoded-word.ts';
import {
  indexHeaders,
  REQUEST_TARGET,
  SIGNED_HEADERS,
  type SigningLine,
  signingBytes,
  signingLine,
} from '../signing/signing-string.ts';
import { completeRequest } from './complete-request.ts';
import type { Needs, Plan, Subject } from './plan.ts';
import { type Sender, senderOf } from './sender.ts';

/**
 * Signs a request as `sign` does, but for the steps that the plan has otherwise.
 * @see G1-signed-headers, G4-breaks-round-trip
 */
export function signBy(plan: Plan, needs: Needs, subject: Subject): HttpRequest {
  const sender = senderOf(plan, needs, subject);
  const request = completeRequest(plan, needs, subject, sender.certificateHeader);
  const withTarget = needs.target === true || subject.options.requestTarget === true;
  const lines = rightLines(plan, request, [
    ...(withTarget ? [REQUEST_TARGET] : []),
    ...SIGNED_HEADERS,
    ...(needs.signs === undefined ? [] : [needs.signs]),
  ]);
  const names = lines.map(({ name }) => name);
  const signature = signatureOf(plan, sender.privateKey, signedBytes(plan, lines, request));
  const value = signatureValue(plan, sender, listOf(plan, names, request), signature);
  const mode = subject.options.encodedWord ?? 'auto';
  return sent(plan, request, lines, plan.word?.(value) ?? writeHeaderText(value, mode));
}

/** The lines that are to be signed, but for a header that is left out of them. */
function rightLines(plan: Plan, request: HttpRequest, usual: readonly string[]): readonly SigningLine[] {
  const index = indexHeaders(request.headers);
  const lines = usual.map((name) => signingLine(request, index, name)).filter((line) => line !== undefined);
  const unsigned = plan.unsigned?.(lines.map(({ name }) => name));
  const signed = lines.filter(({ name }) => name !== unsigned);
  return plan.listed?.(signed) ?? signed;
}

/** What is signed in place of the signing string. */
function signedBytes(plan: Plan, lines: readonly SigningLine[], request: HttpRequest): Buffer {
  if (plan.text !== undefined) return Buffer.from(plan.text(request));
  const bytes = signingBytes(signingText(plan, lines, request));
  return plan.encoded?.(bytes) ?? bytes;
}

function signingText(plan: Plan, lines: readonly SigningLine[], request: HttpRequest): string {
  const changed = plan.value?.(lines);
  const target = plan.target?.(request);
  const valued = lines.map((line) => {
    if (line.name === REQUEST_TARGET && target !== undefined) return { ...line, value: target };
    return line.name === changed?.name ? changed : line;
  });
  const ordered = plan.order?.(valued, namesOf(request)) ?? valued;
  const sentNames = new Map(request.headers.map(([name]) => [name.toLowerCase(), name]));
  const signed = plan.signed?.(ordered, request) ?? ordered;
  const written = signed.map(({ name, value }) => {
    const nameText = plan.lineName?.(sentNames.get(name) ?? name) ?? name;
    return `${nameText}${plan.colon ?? ': '}${plan.lineValue?.(value) ?? value}`;
  });
  return (plan.begin ?? '') + written.join(plan.joint ?? '\n') + (plan.end ?? '');
}

/** Lower-case. */
function namesOf({ headers }: HttpRequest): string[] {
  return headers.map(([name]) => name.toLowerCase());
}

function signatureOf(plan: Plan, key: KeyObject, bytes: Buffer): Buffer {
  const isPss = plan.padding === 'pss' && key.asymmetricKeyType === 'rsa';
  const padded = isPss ? PSS : {};
  const signature = sign(plan.hash ?? 'sha256', plan.hashedFirst?.(bytes) ?? bytes, { key, ...padded });
  return plan.cut?.(signature) ?? signature;
}

/** As Java pads: a salt as long as the hash. */
const PSS = {
  padding: constants.RSA_PKCS1_PSS_PADDING,
  saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
};

/** The parameter headers; undefined when it is left out. */
function listOf(plan: Plan, names: readonly string[], request: HttpRequest): string | undefined {
  const isSent = new Set(namesOf(request));
  const absent = plan.absent?.((name) => isSent.has(name));
  const sentNames = new Map(request.headers.map(([name]) => [name.toLowerCase(), name]));
  const listed = [...names, ...(absent === undefined ? [] : [absent])].map(
    (name) => plan.listName?.(sentNames.get(name) ?? name) ?? name,
  );
  return plan.list === undefined ? listed.join(' ') : plan.list(listed);
}

function signatureValue(
  plan: Plan,
  { keyId }: Sender,
  headers: string | undefined,
  signature: Buffer,
): string {
  const parameters: readonly (readonly [name: string, value: string | undefined])[] = [
    ['note', plan.note],
    ['keyId', keyId],
    ['algorithm', plan.algorithm === undefined ? 'rsa-sha256' : plan.algorithm()],
    ['headers', headers],
    ['signature', plan.signatureText?.(signature) ?? signature.toString('base64')],
    ['keyId', plan.repeated === 'keyId' ? keyId : undefined],
  ];
  const pairs = parameters.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${plan.quoted?.(value) ?? `"${value}"`}`],
  );
  return `${plan.prefix ?? ''}${pairs.join(',')}${plan.ending ?? ''}`;
}

function sent(plan: Plan, request: HttpRequest, lines: readonly SigningLine[], value: string): HttpRequest {
  const repeated = plan.twice?.(lines);
  const headers = request.headers.flatMap((header): Header[] =>
    header[0].toLowerCase() === repeated ? [header, header] : [header],
  );
  if (plan.place === 'authorization') headers.push(['Authorization', `Signature ${value}`]);
  else if (plan.place !== 'nowhere') headers.push(['Signature', value]);
  return { ...request, headers };
}
