import { CERTIFICATE_FINDINGS } from './finding-texts-certificate.ts';
import { CONTENT_FINDINGS } from './finding-texts-content.ts';
import { HEADER_FINDINGS } from './finding-texts-header.ts';
import { SIGNATURE_FINDINGS } from './finding-texts-signature.ts';

/**
 * The closed table of findings: code, severity, causes, words. Rows stand in the order of the checks, so the
 * table is also the order of findings. The words of a cause are put after the message.
 * @see G3-order, G4-closed-table
 */
export const FINDINGS = {
  ...HEADER_FINDINGS,
  ...CONTENT_FINDINGS,
  ...SIGNATURE_FINDINGS,
  ...CERTIFICATE_FINDINGS,
} as const;
