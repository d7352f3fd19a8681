import type { BodyCandidate } from './body-candidate.ts';

/** Undoes one content coding (`gzip`, `deflate`, `br`); undefined when it cannot. */
export type Decompress = (bytes: Uint8Array, coding: string) => Uint8Array | undefined;

/** Does one, at a level of zlib; undefined when it cannot. */
export type Compress = (bytes: Uint8Array, coding: string, level: number) => Uint8Array | undefined;

/** What is known of a body beside its bytes, and what can be done with it. */
export interface BodyMeans {
  readonly contentEncoding?: string | undefined;
  /** Date of the request, in seconds: compressors write their own into the result. */
  readonly sentAt?: number | undefined;
  readonly decompress?: Decompress | undefined;
  readonly compress?: Compress | undefined;
}

const CODINGS = ['gzip', 'deflate', 'br'];

function named(contentEncoding: string | undefined): string[] {
  return CODINGS.filter((coding) => contentEncoding?.toLowerCase().includes(coding));
}

export function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

/** The body before it was compressed. */
export function decompressed(
  body: Uint8Array,
  { contentEncoding, decompress }: BodyMeans,
): BodyCandidate | undefined {
  const codings = named(contentEncoding);
  for (const coding of codings.length === 0 && isGzip(body) ? ['gzip'] : codings) {
    const bytes = decompress?.(body, coding);
    const what = `the body before it was compressed with ${coding}`;
    if (bytes !== undefined) return { cause: 'content-encoding', what, bytes };
  }
  return undefined;
}

const LEVELS = [6, 9, 1, 5, 4];
/** Java until 15, Unix, unknown, NTFS: what stands for the operating system. */
const SYSTEMS = [3, 255, 0, 19, 11, 10, 7];
const EXTRA_FLAGS = [0, 2, 4];

/** The body as it was compressed before somebody undid it. */
export function* compressedForms(body: Uint8Array, means: BodyMeans): Generator<BodyCandidate> {
  const { compress, contentEncoding, sentAt } = means;
  const codings = named(contentEncoding);
  for (const coding of codings.length === 0 ? ['gzip'] : codings) {
    const what = `the body compressed with ${coding}, and it was sent uncompressed`;
    const remedy = "Hash the body as it's sent: don't compress it, or have nothing undo it on the way.";
    for (const level of LEVELS) {
      const bytes = compress?.(body, coding, level);
      if (bytes === undefined) break;
      for (const form of coding === 'gzip' ? otherHeaders(bytes, sentAt) : [bytes])
        yield { cause: 'content-encoding', what, remedy, bytes: form };
    }
  }
}

/** The header of gzip (RFC 1952) as other programs write it. */
function* otherHeaders(bytes: Uint8Array, sentAt: number | undefined): Generator<Uint8Array> {
  const times = [0, ...(sentAt === undefined ? [] : [0, -1, -2, 1, -3, 2].map((off) => sentAt + off))];
  for (const time of times) {
    for (const system of SYSTEMS) {
      for (const flags of EXTRA_FLAGS) {
        const form = Buffer.from(bytes);
        form.writeUInt32LE(time, 4);
        form[8] = flags;
        form[9] = system;
        yield form;
      }
    }
  }
}
