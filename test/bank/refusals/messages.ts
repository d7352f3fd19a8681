import type { Header, HttpRequest } from '../../../src/message.ts';

/** One edit of a signed request, on its way to the bank. */
export type Tamper = (request: HttpRequest) => HttpRequest;

const is =
  (name: string) =>
  ([given]: Header) =>
    given.toLowerCase() === name.toLowerCase();

/** Takes a header out after signing. */
export function withoutHeader(name: string): Tamper {
  return (request) => ({ ...request, headers: request.headers.filter((header) => !is(name)(header)) });
}

/** Rewrites the value of a header after signing. A rewrite that changes nothing is a mistake in the test. */
export function rewriteHeader(name: string, rewrite: (value: string) => string): Tamper {
  return (request) => {
    const value = request.headers.find(is(name))?.[1];
    if (value === undefined || rewrite(value) === value)
      throw new Error(`nothing to rewrite in ${name}: ${value}`);
    const headers = request.headers.map(
      (header): Header => (is(name)(header) ? [header[0], rewrite(value)] : header),
    );
    return { ...request, headers };
  };
}

/** Adds a header line after signing, whether or not one of that name is there. */
export function addHeader(name: string, value: string): Tamper {
  return (request) => ({ ...request, headers: [...request.headers, [name, value]] });
}

/** Sends a header a second time with the value it has, or twice with `otherwise` when it was not sent. */
export function repeatHeader(name: string, otherwise: string): Tamper {
  return (request) => {
    const value = request.headers.find(is(name))?.[1];
    const lines: Header[] =
      value === undefined
        ? [
            [name, otherwise],
            [name, otherwise],
          ]
        : [[name, value]];
    return { ...request, headers: [...request.headers, ...lines] };
  };
}

/** No header at all: nothing that a later check could look at. */
export const bare: Tamper = (request) => ({ ...request, headers: [] });

/** Changes the last byte of the body and leaves its length. */
export const otherBody: Tamper = (request) => {
  const body = Uint8Array.from(request.body);
  body.set([(body.at(-1) ?? 0) ^ 1], body.length - 1);
  return { ...request, body };
};

/** Several edits, in order. */
export function tampers(...edits: readonly Tamper[]): Tamper {
  return (request) => edits.reduce((edited, edit) => edit(edited), request);
}

/** The most a body can be. @see S12-body-limit */
export const mebibyte = 1024 * 1024;

/** A payment, filled up with blanks, which JSON allows, to a number of bytes. */
export function filledUp(payment: object, bytes: number): Buffer {
  const text = Buffer.from(JSON.stringify(payment));
  return Buffer.concat([text, Buffer.alloc(bytes - text.length, ' ')]);
}
