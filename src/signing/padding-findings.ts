import { type Finding, finding } from './findings.ts';
import type { BarePadding, RsaBlock } from './rsa-block.ts';

/**
 * What is said of a signature's padding; nothing of the usual one. `isKnown`: the string that was signed is.
 * @see G4-signature-padding
 */
export function paddingFindings(block: RsaBlock, isKnown: boolean): Finding[] {
  if (block.kind === 'pss') {
    const bytes = block.salt?.length ?? 0;
    const salt = bytes === 0 ? 'without a salt' : `with a salt of ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
    if (block.certainty === 'certain' || isKnown)
      return [paddingFinding(`It's padded by PSS, ${salt}.`, 'RSASSA-PSS')];
    const odds = 'One in 32,768 signatures of another key looks so too.';
    return [{ ...paddingFinding(`It looks padded by PSS, ${salt}. ${odds}`, 'RSASSA-PSS'), proved: false }];
  }
  return block.kind === 'bare' ? [paddingFinding(BARE[block.padding])] : [];
}

const BARE: Readonly<Record<BarePadding, string>> = {
  signature: "It doesn't say which hash was signed.",
  encryption: "It's padded for encryption.",
  none: "It isn't padded at all.",
};

/** A hash that is right in a block that is not. */
export function misnamedHash(): Finding {
  return paddingFinding('The name of its hash is encoded wrongly.');
}

function paddingFinding(detail: string, found?: string): Finding {
  return finding('signature-padding', { detail, expected: 'RSASSA-PKCS1-v1_5', found });
}
