import type { DistinguishedName, NameAttribute } from './certificate.ts';
import { DerError, type DerNode, TAG } from './der.ts';
import { childrenOf, readOid } from './der-values.ts';
import { asBuffer, decodeString } from './strings.ts';

/**
 * Reads a Name: a SEQUENCE of SETs (RDNs) of attributes, kept in their order; `what` says whose it is in errors.
 * @throws DerError when it is built otherwise.
 */
export function readName(node: DerNode | undefined, what: string): DistinguishedName {
  return childrenOf(node, TAG.sequence, what).map((rdn) => {
    const attributes = childrenOf(rdn, TAG.set, `a part of ${what}`);
    if (attributes.length === 0) throw new DerError(`a part of ${what} is empty`);
    return attributes.map((attribute) => readAttribute(attribute, what));
  });
}

/** The text of the first attribute of a type, or undefined when the name has none. */
export function attributeText(name: DistinguishedName, oid: string): string | undefined {
  return name.flat().find((attribute) => attribute.oid === oid)?.text;
}

function readAttribute(node: DerNode, what: string): NameAttribute {
  const [type, value, ...rest] = childrenOf(node, TAG.sequence, `an attribute of ${what}`);
  if (value === undefined || rest.length > 0)
    throw new DerError(`an attribute of ${what} isn't a type and value`);
  const { tag, bytes, der } = value;
  const text = decodeString(tag, bytes) ?? `#${asBuffer(der).toString('hex')}`;
  return { oid: readOid(type, `an attribute type of ${what}`), tag, bytes, der, text };
}
