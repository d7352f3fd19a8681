import { bulk, sorted } from './digests.ts';
import { BODY, PAYMENT, type Row, rare, usual } from './row.ts';
import { base64, putting, type Request, sha256 } from './signer.ts';

/** Bodies changed after signing by something that put a new Digest beside them: the signature knows the old one. */

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
export const TOGETHER: readonly Row[] = [
  ...usual({
    'signature-invalid-value/replaced|reencoded@digest': {
      'body and Digest: indented by two': together(json(same, 2)),
      'body and Digest: sorted': together(json(sorted)),
      'body and Digest: ASCII escapes': together(escaped),
      'body and Digest: a newline added': together((body) => `${body}\n`),
      'body and Digest: CRLF': {
        body: JSON.stringify(PAYMENT, null, 2),
        ...together((body) => body.replaceAll('\n', '\r\n')),
      },
      'body and Digest: byte order mark': together((body) => `\ufeff${body}`),
    },
    'signature-invalid/unknown': {
      'body and Digest: a member added': [
        together((body) => body.replace('{', '{"purposeCode":"SALA",')),
        { suspect: 'digest' },
      ],
      'body and Digest: bulk of 100, one amount edited': [
        { ...bulk, ...together((body) => body.replace('150.50', '151.50')) },
        { suspect: 'digest' },
      ],
    },
  }),
  ...rare({
    'signature-invalid-value/replaced|reencoded@digest': {
      'body and Digest: Latin-1': {
        body: BODY.replace('–', '-'),
        ...together((body) => Buffer.from(body, 'latin1')),
      },
    },
  }),
];
