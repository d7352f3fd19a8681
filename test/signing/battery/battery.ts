import { CERTIFICATES, CERTIFICATES_SENT, RARE_CERTIFICATES } from './certificates.ts';
import { DIGESTS, DIGESTS_WRITTEN, RARE_DIGESTS, TOGETHER } from './digests.ts';
import { EVERY } from './every.ts';
import { HEADERS, RARE_HEADERS } from './headers.ts';
import { KEY_IDS, SIGNATURES, TARGETS } from './key-ids.ts';
import type { Row } from './row.ts';
import { SECOND, THIRD } from './second.ts';
import { SEVERAL, SEVERAL_MORE } from './several.ts';
import { RARE_STRINGS, STRINGS } from './strings.ts';
import { RARE_VALUES, VALUES } from './values.ts';

/** Every broken request, by what is broken. */
export const BATTERY: Readonly<Record<string, readonly Row[]>> = {
  every: EVERY,
  strings: [...STRINGS, ...RARE_STRINGS],
  values: [...VALUES, ...RARE_VALUES],
  targets: TARGETS,
  digests: [...DIGESTS, ...RARE_DIGESTS],
  written: DIGESTS_WRITTEN,
  together: TOGETHER,
  headers: [...HEADERS, ...RARE_HEADERS],
  keyIds: KEY_IDS,
  certificates: [...CERTIFICATES, ...CERTIFICATES_SENT, ...RARE_CERTIFICATES],
  signatures: SIGNATURES,
  second: [...SECOND, ...THIRD],
  several: [...SEVERAL, ...SEVERAL_MORE],
};
