import { closeSync, fstatSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { openPlainFile } from '../../core/read-file.ts';

const CHUNK_BYTES = 64 * 1024;
/** Far more than any transaction needs. @see S12-seed-size */
export const LINE_LIMIT = 16 * 1024;

/** What tells that a file is still the one that was checked. */
export interface FileState {
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly isFile: boolean;
}

/** A file of lines, opened; whoever opens it closes it. */
export class LineFile {
  readonly #descriptor: number;

  constructor(path: string) {
    this.#descriptor = openPlainFile(path).descriptor;
  }

  get state(): FileState {
    const stat = fstatSync(this.#descriptor, { bigint: true });
    return { ino: stat.ino, size: stat.size, mtimeNs: stat.mtimeNs, isFile: stat.isFile() };
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /**
   * Its lines without their ends, a chunk of it in memory at a time. A line over the limit is cut behind it, and ends
   * the walk. Bytes that aren't UTF-8 become U+FFFD, which no text may have.
   */
  *lines(): Generator<string> {
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest = '';
    for (let position = 0; ; ) {
      const length = readSync(this.#descriptor, chunk, 0, CHUNK_BYTES, position);
      if (length === 0) break;
      const text = rest + decoder.write(chunk.subarray(0, length));
      const lines = (position === 0 ? text.replace(/^\uFEFF/, '') : text).split('\n');
      position += length;
      rest = lines.pop() ?? '';
      for (const line of lines) yield withoutReturn(line);
      if (rest.length > LINE_LIMIT) break;
    }
    rest += decoder.end();
    if (rest !== '') yield withoutReturn(rest.slice(0, LINE_LIMIT + 1));
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
