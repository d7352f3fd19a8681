/** However small it was compressed. */
const MAX_DECOMPRESSED = 1024 * 1024;

/** Loaded where a body may be compressed, and not for every request. */
function zlib() {
  return process.getBuiltinModule('node:zlib');
}

export function decompress(bytes: Uint8Array, coding: string): Uint8Array | undefined {
  const { brotliDecompressSync, gunzipSync, inflateSync } = zlib();
  const limits = { maxOutputLength: MAX_DECOMPRESSED };
  try {
    if (coding === 'gzip') return gunzipSync(bytes, limits);
    return coding === 'br' ? brotliDecompressSync(bytes, limits) : inflateSync(bytes, limits);
  } catch {
    // It is not so compressed, or too long when it is not: then this is not what was hashed.
    return undefined;
  }
}

export function compress(bytes: Uint8Array, coding: string, level: number): Uint8Array | undefined {
  if (coding === 'gzip') return zlib().gzipSync(bytes, { level });
  return coding === 'deflate' ? zlib().deflateSync(bytes, { level }) : undefined;
}
