/** The values of DER that certificates are made of, in the form in which node-forge takes them. */
import forge from 'node-forge';

const { Class, Type } = forge.asn1;

export type Asn1 = forge.asn1.Asn1;

export function sequence(...parts: Asn1[]): Asn1 {
  return forge.asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, parts);
}

/** `[number]` with the values in it. */
export function constructed(number: number, ...parts: Asn1[]): Asn1 {
  return forge.asn1.create(Class.CONTEXT_SPECIFIC, number, true, parts);
}

/** `[number] IMPLICIT` of a primitive value. */
export function tagged(number: number, value: Uint8Array): Asn1 {
  return forge.asn1.create(Class.CONTEXT_SPECIFIC, number, false, Buffer.from(value).toString('latin1'));
}

export function octets(value: Uint8Array): Asn1 {
  return primitive(Type.OCTETSTRING, Buffer.from(value).toString('latin1'));
}

export function oid(dotted: string): Asn1 {
  return primitive(Type.OID, forge.asn1.oidToDer(dotted).getBytes());
}

export function utf8(text: string): Asn1 {
  return primitive(Type.UTF8, forge.util.encodeUtf8(text));
}

export function ia5(text: string): Asn1 {
  return primitive(Type.IA5STRING, text);
}

export function printable(text: string): Asn1 {
  return primitive(Type.PRINTABLESTRING, text);
}

export function fromDer(der: Uint8Array): Asn1 {
  return forge.asn1.fromDer(Buffer.from(der).toString('latin1'));
}

export function toDer(value: Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1');
}

function primitive(type: forge.asn1.Type, value: string): Asn1 {
  return forge.asn1.create(Class.UNIVERSAL, type, false, value);
}
