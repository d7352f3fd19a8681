import type { Capture } from '../../captures/capture.ts';
import { findFragment } from '../../captures/fragment.ts';
import { clock } from '../../clock.ts';
import { ITS_ANSWERS } from '../../signing/dialect.ts';
import { differencesOf } from '../../signing/differences.ts';
import { timesLimits, VERIFY_SEARCH } from '../../signing/search-limits.ts';
import { createVerifier } from '../../signing/verifier.ts';
import type { Verification, VerifyOptions } from '../../signing/verify.ts';
import type { Program } from '../program.ts';
import { aboutAnswer } from './about-answer.ts';
import { besideAnother } from './beside-another.ts';
import { captured } from './capture-input.ts';
import { compress, decompress } from './codings.ts';
import { judgedAt } from './judged-at.ts';
import type { CapturedInput, ShownComparison, ShownVerification, VerifyOptionsGiven } from './shapes.ts';
import { shownVerification } from './shown-verification.ts';
import { furtherAuthorities, verificationKeys } from './verification-keys.ts';
import { hasSignedPlaceholder } from './what-is-there.ts';

/**
 * Explains the signature of a captured request.
 * @throws Fault INPUT_INVALID for a capture, a time or a certificate that can't be read
 * @see C-verify-at, C-verify-share, C-verify-same-report
 * @see G2-hostile, G4-signature-invalid-order
 */
export async function verifyRequest(
  program: Program,
  input: CapturedInput,
  given: VerifyOptionsGiven,
): Promise<ShownVerification> {
  const { shown, request, notes } = await examined(program, input, given, 'now');
  return given.share === true ? (await import('./share.ts')).shared(shown, request, notes) : shown;
}

/** A request that works beside one that does not; each is judged at its own time unless one is given. */
export async function compareRequests(
  program: Program,
  [first, second]: readonly [CapturedInput, CapturedInput],
  given: VerifyOptionsGiven,
): Promise<ShownComparison> {
  const working = await examined(program, first, given, 'date');
  const failing = await examined(program, second, given, 'date');
  const differences = differencesOf(working, failing);
  const beside = (shown: ShownVerification) => ({
    ...shown,
    findings: shown.findings.map((one) => besideAnother(one, differences)),
  });
  return { first: beside(working.shown), second: beside(failing.shown), differences };
}

/** @param unstated when a request is judged whose capture doesn't say when it was sent */
async function examined(
  program: Program,
  input: CapturedInput,
  given: VerifyOptionsGiven,
  unstated: 'now' | 'date',
) {
  const capture = captured(input, program.surroundings.cwd);
  const judgement = judgedAt(given.at, capture, clock(), unstated);
  const fragment = findFragment(input.bytes, capture.request.target);
  const options = { at: judgement.at, fragment, ...(await optionsOf(program, capture, given)) };
  const verification = await verified(program, capture, options);
  const shown = shownVerification(capture, verification, judgement);
  const { request, notes, isAnswer } = capture;
  return { request, notes, verification, shown: isAnswer === true ? aboutAnswer(shown) : shown };
}

/** What nothing is wrong with isn't searched for a cause, nor held against the profile's authorities. */
async function verified(
  program: Program,
  { request, notes }: Capture,
  options: VerifyOptions,
): Promise<Verification> {
  const verify = createVerifier();
  const unsearched = verify(request, { ...options, recovery: false });
  const further = await furtherAuthorities(unsearched, program);
  if (unsearched.valid && further.length === 0) return unsearched;
  return verify(request, {
    ...options,
    authorities: [...(options.authorities ?? []), ...further],
    isStringKnown: !hasSignedPlaceholder(notes, unsearched.signedHeaders),
  });
}

/** Every answer that is signed has a Digest. @see C-verify-answers */
const OF_ANSWERS: Pick<VerifyOptions, 'dialect' | 'digestRequired'> = {
  dialect: ITS_ANSWERS,
  digestRequired: true,
};

/** What is asked of the signature, and what it is checked with. @see C-verify-role, C-verify-flags */
async function optionsOf(
  program: Program,
  { isAnswer }: Capture,
  given: VerifyOptionsGiven,
): Promise<Omit<VerifyOptions, 'at'>> {
  const { role, strict, search } = given;
  return {
    recovery: { ...timesLimits(VERIFY_SEARCH, search), decompress, compress },
    strict,
    ...(role === undefined ? {} : { role }),
    ...(await verificationKeys(given, program)),
    ...(isAnswer === true ? OF_ANSWERS : { requiredHeaders: true }),
  };
}
