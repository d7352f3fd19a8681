import type { Operation } from '../../client/operation.ts';
import { Fault } from '../../errors.ts';
import type { Place } from '../file/place.ts';
import { type Hand, send } from './hand.ts';
import type { MadeKind } from './remembered.ts';

interface Creation<Resource> {
  readonly kind: MadeKind;
  readonly key: string;
  readonly place: Place;
  readonly idOf: (made: Resource) => string;
}

/** Makes what no list shows afterwards: that it may be there is written down first. A plan makes nothing. */
export async function create<Input, Resource>(
  hand: Hand,
  operation: Operation<Input, Resource>,
  input: Input,
  { kind, key: name, place, idOf }: Creation<Resource>,
): Promise<Resource | undefined> {
  const { remembered, isPlan } = hand;
  if (isPlan) return undefined;
  remembered?.begin(kind, name, place);
  const made = await send(hand, operation, input, place).catch((fault: unknown) => {
    if (isSurelyNotMade(fault)) remembered?.end(kind, name, place, undefined);
    throw fault;
  });
  if (made !== undefined) remembered?.end(kind, name, place, idOf(made));
  return made;
}

/** Refused, or never sent; after anything else nobody knows. */
function isSurelyNotMade(fault: unknown): boolean {
  if (!(fault instanceof Fault)) return false;
  return fault.code === 'BANK_REFUSED' || fault.code === 'SCA_NEEDED' || fault.details.sent === false;
}
