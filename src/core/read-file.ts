import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** Codes of a `FileRefusal`, besides the system's codes for opening or reading a file. */
export type RefusalCode = 'EISDIR' | 'NOT_PLAIN' | 'TOO_LARGE';

/**
 * The error for a file that was opened and must not be read: a folder, a device, a pipe, or one over the caller's
 * limit.
 */
export class FileRefusal extends Error {
  readonly code: RefusalCode;

  constructor(path: string, code: RefusalCode) {
    super(`${path}: ${code}`);
    this.name = 'FileRefusal';
    this.code = code;
  }
}

export interface OpenFile {
  /** The caller closes it. */
  readonly descriptor: number;
  readonly stats: Stats;
}

export interface ReadOptions {
  /** True to read stdin and process substitutions that the user named on the command line. */
  readonly allowsShellStreams?: boolean;
}

const CHUNK_BYTES = 1024 * 1024;

/** Matches the names by which shells pass an open stream to a program. */
export function isShellStream(path: string): boolean {
  return /^\/(?:dev\/(?:stdin|fd\/[0-9]+)|proc\/self\/fd\/[0-9]+)$/.test(path);
}

/**
 * Opens a plain file for reading. Checks the opened file, so that nothing can replace it between check and reading, and
 * never waits for the writer of a named pipe.
 * @throws FileRefusal, or the system's error
 * @see S12-file-limits
 */
export function openPlainFile(path: string, { allowsShellStreams = false }: ReadOptions = {}): OpenFile {
  const isStream = allowsShellStreams && isShellStream(path);
  const flags = isStream ? constants.O_RDONLY : constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const descriptor = openSync(path, flags);
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw new FileRefusal(path, 'EISDIR');
    if (!stats.isFile() && !isStream) throw new FileRefusal(path, 'NOT_PLAIN');
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * Reads from a descriptor until its end or until `count` bytes are read. Memory grows with the bytes that are read and
 * not with `count`.
 */
export function readUpTo(descriptor: number, count: number): Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < count) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, count - length));
    const read = readSync(descriptor, chunk, 0, chunk.length, null);
    if (read === 0) break;
    chunks.push(chunk.subarray(0, read));
    length += read;
  }
  return Buffer.concat(chunks, length);
}

/**
 * Reads a whole plain file of at most `limit` bytes.
 * @throws FileRefusal, or the system's error
 * @see S12-file-limits
 */
export function readFileWithin(path: string, limit: number): Buffer {
  const { descriptor, stats } = openPlainFile(path);
  try {
    if (stats.size > limit) throw new FileRefusal(path, 'TOO_LARGE');
    const bytes = readUpTo(descriptor, limit + 1);
    if (bytes.length > limit) throw new FileRefusal(path, 'TOO_LARGE');
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there's no such file",
  ENOTDIR: "part of the path isn't a folder",
  EISDIR: "it's a folder",
  EACCES: 'permission denied',
  ELOOP: 'its symbolic links lead in a circle',
  NOT_PLAIN: "it isn't a plain file",
};

/** Describes why a file can't be read, as the end of a sentence. @param limit in bytes, a whole number of MiB or KiB */
export function describeReadError(error: unknown, limit: number): string {
  const code = readErrorCode(error) ?? 'unknown error';
  return code === 'TOO_LARGE'
    ? `it's larger than the limit of ${describeSize(limit)}`
    : (REASONS[code] ?? code);
}

export function readErrorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

function describeSize(bytes: number): string {
  const kibibytes = bytes / 1024;
  return kibibytes >= 1024 ? `${kibibytes / 1024} MiB` : `${kibibytes} KiB`;
}
