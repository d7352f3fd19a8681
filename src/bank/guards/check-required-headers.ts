import { message } from '../../wire/errors.ts';
import type { Exchange, RouteFacts } from '../exchange.ts';
import type { Guard } from '../routes/route.ts';
import { inspectSignature } from './check-signature.ts';

/** Headers that the signature engine has words for when they are missing. */
const SIGNING_HEADERS: Readonly<Record<string, string>> = {
  Date: 'date-missing',
  Digest: 'digest-missing',
  'TPP-Signature-Certificate': 'certificate-missing',
  Signature: 'signature-missing',
};

/** The headers that an operation requires, in the order of the interface's matrix. @see D3-header-matrix, D3-required-sandbox-headers */
export function requiredHeaders(route: RouteFacts): readonly string[] {
  const digest = route.digestRequired ? ['Digest'] : [];
  return ['Date', 'X-Request-ID', ...digest, 'TPP-Signature-Certificate', 'Signature', ...route.required];
}

/** Everything that is missing is named at once. @see D2-order */
export const checkRequiredHeaders: Guard = (exchange) => {
  const { route } = exchange;
  const missing = requiredHeaders(route).filter((name) => exchange.header(name) === undefined);
  const oneOf = route.requiredOneOf ?? [];
  const [named] = oneOf;
  const texts = missing.map((name) => ({ name, text: missingText(exchange, name) }));
  if (named !== undefined && oneOf.every((name) => exchange.header(name) === undefined)) {
    texts.push({ name: named, text: `one of ${oneOf.join(', ')} is required` });
  }
  if (isCorporateWithoutId(exchange)) {
    texts.push({ name: 'PSU-Corporate-ID', text: 'PSU-Corporate-ID is required for a corporate user' });
  }
  if (texts.length === 0) return undefined;
  return {
    status: 400,
    messages: texts.map(({ name, text }) => message('ERROR', 'HTTP_HEADER_REQUIRED', text, name)),
  };
};

/** What the headers alone say of a corporate user. @see D3-corporate-user */
function isCorporateWithoutId(exchange: Exchange): boolean {
  return (
    exchange.route.corporateIdRequired &&
    exchange.header('PSU-ID') !== undefined &&
    exchange.header('PSU-Context') === 'CORPORATE' &&
    exchange.header('PSU-Corporate-ID') === undefined
  );
}

function missingText(exchange: Exchange, name: string): string {
  const code = exchange.isTerse ? undefined : SIGNING_HEADERS[name];
  const finding = code && inspectSignature(exchange).findings.find((candidate) => candidate.code === code);
  return finding ? `${finding.code}: ${finding.message} ${finding.remedy}` : `${name} is required`;
}
