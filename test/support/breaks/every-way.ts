import { type Break, signWithBreaks as breakWith, listWays } from '../../../src/breaks/break-request.ts';
import type { BreakMethod, BreakName, BreakTable } from '../../../src/breaks/sign-broken.ts';
import { WAYS } from '../../../src/breaks/ways.ts';
import type { HttpRequest } from '../../../src/message.ts';
import type { Signer, SignOptions } from '../../../src/signing/sign.ts';
import { MORE_BODY_WAYS } from './body.ts';
import { MORE_CERTIFICATE_WAYS } from './certificate.ts';
import { MORE_CONTENT_WAYS } from './content.ts';
import { MORE_HEADER_WAYS } from './headers.ts';
import { MORE_KEY_ID_WAYS } from './key-id.ts';
import { MORE_SIGNATURE_WAYS } from './signature.ts';
import { MORE_STRING_WAYS } from './string.ts';

/** Ways without their sentence, which only `sign --break list` prints. */
export type MoreWays = Readonly<Partial<Record<BreakName, Omit<BreakMethod, 'summary'>>>>;

const MORE: MoreWays = {
  ...{ ...MORE_BODY_WAYS, ...MORE_CERTIFICATE_WAYS, ...MORE_CONTENT_WAYS, ...MORE_HEADER_WAYS },
  ...{ ...MORE_KEY_ID_WAYS, ...MORE_SIGNATURE_WAYS, ...MORE_STRING_WAYS },
};

/** A way for every finding and cause: those of `sign --break`, and more for the tests. */
const EVERY_WAY: BreakTable = {
  ...WAYS,
  ...Object.fromEntries(Object.entries(MORE).map(([name, way]) => [name, { summary: name, ...way }])),
};

export const BREAKS: readonly Break[] = listWays(EVERY_WAY);

/** As the program's `breakRequest`, with every way. */
export function breakRequest(
  names: string | readonly string[],
  unsigned: HttpRequest,
  signer: Signer,
  options: SignOptions,
): HttpRequest {
  return breakWith(names, unsigned, signer, options, EVERY_WAY);
}
