import { bulk, sorted } from './digests.ts';
import { BODY, PAYMENT, type Row, rare, usual } from './row.ts';
import { base64, putting, type Request, sha256 } from './signer.ts';

/** Bodies changed after signing by something that put a new Digest beside them: the signature knows the old one. */

const VALUE = 'signature-invalid-value';
const together = (change: (body: string) => string | Buffer) => ({
  onTheWay: (request: Request): Request => {
    const body = Buffer.from(change(request.body.toString()) as Buffer);
    return { ...putting('Digest', `SHA-256=${base64(sha256(body))}`)(request), body };
  },
});
const json = (change: (value: unknown) => unknown, space?: number | string) => (body: string) =>
  JSON.stringify(change(JSON.parse(body)), null, space);
const same = (value: unknown) => value;
const escaped = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
const found = (name: string, change: (body: string) => string | Buffer, way: object = {}) =>
  usual(name, { ...way, ...together(change) }, VALUE, ['replaced', 'reencoded'], { header: 'digest' });
const rarely = (name: string, change: (body: string) => string | Buffer, way: object = {}) =>
  rare(name, { ...way, ...together(change) }, VALUE, ['replaced', 'reencoded'], { header: 'digest' });
const edited = (name: string, change: (body: string) => string, way: object = {}) =>
  usual(name, { ...way, ...together(change) }, 'signature-invalid', 'unknown', { suspect: 'digest' });

export const TOGETHER: readonly Row[] = [
  found('body and Digest: indented by two', json(same, 2)),
  found('body and Digest: sorted', json(sorted)),
  found('body and Digest: ASCII escapes', escaped),
  found('body and Digest: a newline added', (body) => `${body}\n`),
  found('body and Digest: CRLF', (body) => body.replaceAll('\n', '\r\n'), {
    body: JSON.stringify(PAYMENT, null, 2),
  }),
  found('body and Digest: byte order mark', (body) => `\ufeff${body}`),
  edited('body and Digest: a member added', (body) => body.replace('{', '{"purposeCode":"SALA",')),
  edited('body and Digest: bulk of 100, one amount edited', (body) => body.replace('150.50', '151.50'), bulk),
  rarely('body and Digest: Latin-1', (body) => Buffer.from(body, 'latin1'), { body: BODY.replace('–', '-') }),
];
