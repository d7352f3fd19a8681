import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../support/sources.ts';
import { isObject, type JsonObject } from './json.ts';

/** The standard's OpenAPI file: read where it is, never copied (CC BY 4.0, not ours to ship). */
export const STANDARD_FILE =
  process.env.PSD2_STANDARD_FILE ??
  join(ROOT, '..', 'shared', 'standards', 'berlin-group-psd2-api-1.3.11.yaml');

export const hasStandardFile = existsSync(STANDARD_FILE);

export function readStandardFile(): JsonObject {
  const document = parse(readFileSync(STANDARD_FILE, 'utf8'));
  if (!isObject(document)) throw new Error(`${STANDARD_FILE} is no OpenAPI file`);
  return document;
}
