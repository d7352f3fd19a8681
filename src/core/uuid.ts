const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tells a UUID of any version, in either case. */
export function isUuid(text: string | undefined): text is string {
  return text !== undefined && UUID.test(text);
}
