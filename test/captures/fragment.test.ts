import { describe, expect, it } from 'vitest';
import { findFragment } from '../../src/captures/octets.ts';

describe('the fragment of a URL in a capture [C-verify-fragment]', () => {
  it.each([
    ['in a command', "curl 'https://bank.example/v1/accounts?a=1#top' -H 'A: b'", '#top'],
    ['at the end of the command', 'curl https://bank.example/v1/accounts?a=1#top', '#top'],
    ['in code', 'fetch("https://bank.example/v1/accounts?a=1#/a/b?c=d", {})', '#/a/b?c=d'],
    ['in its second place', 'GET /v1/accounts?a=1 or /v1/accounts?a=1#x', '#x'],
    ['of another path', 'curl https://bank.example/v1/accounts#top', undefined],
    ['where there is none', 'GET /v1/accounts?a=1 HTTP/1.1', undefined],
  ])('is found %s', (_, text, fragment) => {
    expect(findFragment(Buffer.from(text), '/v1/accounts?a=1')).toBe(fragment);
  });

  it('is none of a path that stands anywhere', () => {
    expect(findFragment(Buffer.from('https://bank.example/#a'), '/')).toBeUndefined();
  });
});
