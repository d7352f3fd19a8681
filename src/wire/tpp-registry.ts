import * as z from 'zod/mini';
import { isObject } from '../core/json-object.ts';
import { parseSafely, pathText } from './field.ts';
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

/** Three letters of the scheme, two of the country, and the identifier (EN 319 412-1 5.1.4). */
const ORGANIZATION_IDENTIFIER = /^[A-Z]{3}[A-Z]{2}-\S(?:.*\S)?$/;

/** Reads a registry from the parsed value of its file. */
export function readRegistryValue(value: unknown): RegistryReading {
  const faults: RegistryFault[] = [];
  const registry = new Map<string, RegisteredTpp>();
  const entries = isObject(value) ? Object.entries(value) : undefined;
  if (entries === undefined) {
    const text = 'must be an object: an organizationIdentifier for each TPP, with its roles';
    faults.push({ place: '', text });
  } else if (entries.length === 0) {
    faults.push({ place: '', text: 'has no TPP, so every TPP would be refused: add one' });
  }
  for (const [name, entry] of entries ?? []) {
    if (!ORGANIZATION_IDENTIFIER.test(name)) {
      const text = 'must be an organizationIdentifier as certificates have it, such as PSDNO-FSA-312345678';
      faults.push({ place: name === '' ? '""' : name, text });
    }
    const read = parseSafely(registeredTpp, entry);
    if (read.success) registry.set(name, read.data);
    else faults.push(...read.error.issues.flatMap((issue) => describeIssue(name, issue)));
  }
  return faults.length === 0 ? { ok: true, registry } : { ok: false, faults };
}

/** Lists the faults of a TPP's entry: each unknown member is one. */
function describeIssue(name: string, issue: z.core.$ZodIssue): RegistryFault[] {
  const { message: text, path } = issue;
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ place: `${name}.${key}`, text }));
  return [{ place: path.length === 0 ? name : `${name}.${pathText(path)}`, text }];
}

function jsonFault(fault: JsonFault): RegistryFault {
  if (fault.kind === 'syntax') return { place: '', text: `isn't JSON: it ${fault.where}` };
  if (fault.kind === 'depth') return { place: '', text: 'is nested too deep' };
  return { place: fault.path, text: 'appears twice: leave one' };
}

/** Creates the schema of a set, which a file has as a list. @param item completes "must be …" */
function set<Item>(what: string, item: string, read: (one: unknown) => Item | undefined) {
  const member = z.custom<unknown>((one) => read(one) !== undefined, {
    error: ({ input }) => `is ${formatShown(input)}, but must be ${item}`,
  });
  return z.pipe(
    z.array(member, `must be a list of ${what}`),
    z.transform((all) => new Set(all.map((one) => read(one) as Item))),
  );
}

const ALL_ROLES = ROLES.join(', ');
const roles = set(`roles: ${ALL_ROLES}`, `one of ${ALL_ROLES}`, (one) =>
  ROLES.find((known) => known === one),
);
const serials = set(
  'serial numbers',
  'a serial number in hexadecimal between quotes, as psd2 cert inspect shows it, such as "1A2B"',
  readSerial,
);

/** The members of a TPP in the file. */
const registeredTpp = z.strictObject(
  {
    roles: roles.check(z.refine((given) => given.size > 0, `must be a list of roles: ${ALL_ROLES}`)),
    revokedSerials: z.prefault(serials, []),
  },
  {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? 'is unknown: use roles and revokedSerials'
        : 'must be an object, such as {"roles": ["PSP_PI"]}',
  },
);

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
