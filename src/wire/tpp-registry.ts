import { type JsonFault, parseStrictJson } from './strict-json.ts';

const ROLES = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'] as const;
type Role = (typeof ROLES)[number];

/** A TPP in the registry. */
export interface RegisteredTpp {
  readonly roles: ReadonlySet<Role>;
  /** Serial numbers of its certificates that are revoked. */
  readonly revokedSerials: ReadonlySet<bigint>;
}

/** The registered TPPs, by organizationIdentifier. */
export type TppRegistry = ReadonlyMap<string, RegisteredTpp>;

/** An example of a registry's file. @see D12-registry, C-serve-policy */
export const REGISTRY_EXAMPLE =
  '{"PSDNO-FSA-312345678": {"roles": ["PSP_PI", "PSP_AI"], "revokedSerials": ["1A2B"]}}';

/** A fault of a registry and its place: `PSDNO-FSA-312345678.roles[0]`; empty for the whole. */
export interface RegistryFault {
  readonly place: string;
  readonly text: string;
}

export type RegistryReading =
  | { readonly ok: true; readonly registry: TppRegistry }
  | { readonly ok: false; readonly faults: readonly RegistryFault[] };

/** Reads a registry from the text of a file. @see D12-registry */
export function readTppRegistry(text: string): RegistryReading {
  const parsed = parseStrictJson(text);
  return parsed.ok ? readRegistryValue(parsed.value) : { ok: false, faults: [jsonFault(parsed.fault)] };
}

/** Reads a registry from the parsed value of its file. */
export function readRegistryValue(value: unknown): RegistryReading {
  const faults: RegistryFault[] = [];
  const entries = listMembers(value);
  if (entries === undefined) {
    const text = 'must be an object: an organizationIdentifier for each TPP, with its roles';
    return { ok: false, faults: [{ place: '', text }] };
  }
  if (entries.length === 0) {
    return { ok: false, faults: [{ place: '', text: 'has no TPP, so every TPP would be refused: add one' }] };
  }
  const registry = new Map(entries.map(([name, entry]) => [name, readTpp(name, entry, faults)]));
  return faults.length === 0 ? { ok: true, registry } : { ok: false, faults };
}

/** Returns the own members of an object, including one named `__proto__`. */
function listMembers(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
    : undefined;
}

function jsonFault(fault: JsonFault): RegistryFault {
  if (fault.kind === 'syntax') return { place: '', text: `isn't JSON: it ${fault.where}` };
  if (fault.kind === 'depth') return { place: '', text: 'is nested too deep' };
  return { place: fault.path, text: 'appears twice: leave one' };
}

/** Three letters of the scheme, two of the country, and the identifier (EN 319 412-1 5.1.4). */
const ORGANIZATION_IDENTIFIER = /^[A-Z]{3}[A-Z]{2}-\S(?:.*\S)?$/;

function readTpp(name: string, entry: unknown, faults: RegistryFault[]): RegisteredTpp {
  if (!ORGANIZATION_IDENTIFIER.test(name)) {
    const text = 'must be an organizationIdentifier as certificates have it, such as PSDNO-FSA-312345678';
    faults.push({ place: name === '' ? '""' : name, text });
  }
  const members = listMembers(entry);
  if (members === undefined) {
    faults.push({ place: name, text: 'must be an object, such as {"roles": ["PSP_PI"]}' });
    return { roles: new Set(), revokedSerials: new Set() };
  }
  for (const [member] of members) {
    if (member === 'roles' || member === 'revokedSerials') continue;
    faults.push({ place: `${name}.${member}`, text: 'is unknown: use roles and revokedSerials' });
  }
  const { roles, revokedSerials = [] } = Object.fromEntries(members);
  return {
    roles: readItems(`${name}.roles`, Array.isArray(roles) && roles.length > 0 ? roles : undefined, faults, {
      list: `a list of roles: ${ROLES.join(', ')}`,
      item: `must be one of ${ROLES.join(', ')}`,
      read: (one) => ROLES.find((known) => known === one),
    }),
    revokedSerials: readItems(`${name}.revokedSerials`, revokedSerials, faults, {
      list: 'a list of serial numbers',
      item: 'must be a serial number in hexadecimal between quotes, as psd2 cert inspect shows it, such as "1A2B"',
      read: readSerial,
    }),
  };
}

interface ItemForm<Item> {
  /** Completes "must be …". */
  readonly list: string;
  readonly item: string;
  readonly read: (one: unknown) => Item | undefined;
}

function readItems<Item>(
  place: string,
  value: unknown,
  faults: RegistryFault[],
  { list, item: form, read }: ItemForm<Item>,
): ReadonlySet<Item> {
  const items = new Set<Item>();
  if (!Array.isArray(value)) faults.push({ place, text: `must be ${list}` });
  for (const [index, one] of Array.isArray(value) ? value.entries() : []) {
    const item = read(one);
    if (item !== undefined) items.add(item);
    else faults.push({ place: `${place}[${index}]`, text: `is ${formatShown(one)}, but ${form}` });
  }
  return items;
}

/** At most 20 octets (RFC 5280 4.1.2.2), with a leading zero. */
const MOST_DIGITS = 42;

/** The formats of keyId, `cert inspect` and openssl: case, leading zeros and colons don't matter. */
const SERIAL = /^-?[0-9A-Fa-f]+(?::[0-9A-Fa-f]+)*$/;

function readSerial(value: unknown): bigint | undefined {
  if (typeof value !== 'string' || !SERIAL.test(value)) return undefined;
  const digits = value.replaceAll(/[-:]/g, '');
  if (digits.length > MOST_DIGITS) return undefined;
  const magnitude = BigInt(`0x${digits}`);
  return value.startsWith('-') ? -magnitude : magnitude;
}

const MOST_SHOWN = 60;

function formatShown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
