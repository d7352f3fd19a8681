import { CERTIFICATES } from './certificates.ts';
import { RARE_CERTIFICATES } from './certificates-rare.ts';
import { CERTIFICATES_SENT } from './certificates-sent.ts';
import { DIGESTS } from './digests.ts';
import { RARE_DIGESTS } from './digests-rare.ts';
import { DIGESTS_WRITTEN } from './digests-written.ts';
import { HEADERS } from './headers.ts';
import { RARE_HEADERS } from './headers-rare.ts';
import { KEY_IDS } from './key-ids.ts';
import type { Row } from './row.ts';
import { SECOND } from './second.ts';
import { SEVERAL } from './several.ts';
import { SEVERAL_MORE } from './several-more.ts';
import { SIGNATURES } from './signatures.ts';
import { STRINGS } from './strings.ts';
import { RARE_STRINGS } from './strings-rare.ts';
import { TARGETS } from './targets.ts';
import { THIRD } from './third.ts';
import { TOGETHER } from './together.ts';
import { VALUES } from './values.ts';
import { RARE_VALUES } from './values-rare.ts';

/** Every broken request, by what is broken. */
export const BATTERY: Readonly<Record<string, readonly Row[]>> = {
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
