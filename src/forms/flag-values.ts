import { isObject, type JsonObject } from '../json-object.ts';
import { memberAt } from './json-body.ts';
import { type BodyKind, placesOf } from './payment-fields.ts';

/** What a body holds, by the flags that would give it, without their dashes: `bodyOf` the other way round. */
export function flagValues(kind: BodyKind, body: JsonObject): Readonly<Record<string, string>> {
  const found = new Map<string, readonly [name: string, value: string]>();
  for (const [, flag, path] of placesOf(kind)) {
    const value = memberAt(body, path);
    // Of two flags that give one member the first is named.
    if (value === undefined || isObject(value) || found.has(path)) continue;
    found.set(path, [flag.slice(2), String(value)]);
  }
  return { ...Object.fromEntries(found.values()), ...referencesIn(body) };
}

function referencesIn(body: JsonObject): Readonly<Record<string, string>> {
  const {
    remittanceInformationStructuredArray: several,
    remittanceInformationStructured: single = undefined,
  } = body;
  const items = [several ?? single ?? []].flat().filter(isObject);
  const [first, ...more] = items;
  if (first === undefined) return {};
  const isKid = first.referenceType === 'SCOR' && first.referenceIssuer === undefined && more.length === 0;
  return isKid ? { kid: String(first.reference) } : { reference: items.map(inWords).join(', ') };
}

function inWords({ reference, referenceType, referenceIssuer }: JsonObject): string {
  return [referenceType, reference, referenceIssuer].filter((part) => part !== undefined).join(' ');
}
