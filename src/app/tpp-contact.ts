import { tppIdOf } from '../certificates/certificate.ts';
import type { Operation } from '../client/operation.ts';
import { deleteTppContact, readTppContact, setTppContact, type TppReference } from '../client/tpp-contact.ts';
import { Fault } from '../errors.ts';
import type { CommandContext } from '../session/context.ts';
import { type Meta, withSession } from '../session/with-session.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import type { TppContact } from '../wire/request-bodies.ts';

export type ShownContact = TppContact & Meta;

/**
 * What the bank would refuse is said before anything is opened.
 * @param email undefined where nobody has said it
 * @throws Fault INPUT_MISSING, INPUT_INVALID
 * @see C-tpp-contact, D1-tpp-contact
 */
export async function setContact(
  context: CommandContext,
  email: string | undefined,
  given: GivenFlags,
): Promise<ShownContact> {
  if (email === undefined) {
    throw new Fault('INPUT_MISSING', 'Missing: EMAIL.', {
      hint: 'psd2 tpp contact set psd2@tpp.example',
      missing: ['EMAIL'],
    });
  }
  const wrong = await emailFault(email);
  if (wrong !== undefined) throw new Fault('INPUT_INVALID', wrong);
  return atOwn(context, given, setTppContact, { email });
}

/** @returns what is wrong with it, as a sentence */
export async function emailFault(email: string): Promise<string | undefined> {
  const [{ parseBody }, { tppContact }] = await Promise.all([
    import('../wire/parse.ts'),
    import('../wire/request-bodies.ts'),
  ]);
  const parsed = parseBody(tppContact, { email });
  return parsed.ok ? undefined : `EMAIL${parsed.faults[0]?.text.replace(/^email/, '')}.`;
}

export function showContact(context: CommandContext, given: GivenFlags): Promise<ShownContact> {
  return atOwn(context, given, readTppContact, {});
}

export function removeContact(context: CommandContext, given: GivenFlags): Promise<Meta> {
  return atOwn(context, given, deleteTppContact, {});
}

/** Every TPP has a contact of its own, and none of anybody else's. */
function atOwn<Rest extends object, Resource extends object>(
  context: CommandContext,
  given: GivenFlags,
  operation: Operation<TppReference & Rest, Resource>,
  rest: Rest,
): Promise<Resource & Meta> {
  return withSession(context, given, async ({ session, withMeta }) =>
    withMeta(await session.call(operation, { tppId: tppIdOf(session.tpp), ...rest })),
  );
}
