import type { Op } from '../../../store/contract.ts';
import { NOTHING_TO_CHOOSE, type Shown, type Subject } from './subject.ts';

/** A session alone: nothing is approved but that the TPP learns who the PSU is. @see D15-purpose */
// biome-ignore lint/correctness/useYield: a row of the table is a generator, and this one asks the store for nothing
export function* findSessionSubject(): Op<Subject> {
  return SESSION;
}

const SESSION: Subject = {
  isOver: false,
  needsNoPage: true,
  ...NOTHING_TO_CHOOSE,
  likelyPsu: nothing,
  maySign: nothing,
  shown: showIdentity,
  carryOut: nothing,
  failed: nothing,
  standing: {},
};

function* nothing(): Op<undefined> {}

// biome-ignore lint/correctness/useYield: as above
function* showIdentity(): Op<Shown> {
  return { kind: 'identity' };
}
