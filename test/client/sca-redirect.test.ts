import { describe, expect, it } from 'vitest';
import { readScaRedirect } from '../../src/client/sca-redirect.ts';
import { Fault } from '../../src/errors.ts';

const psuId = 'a6920608-8f02-4bdb-8114-fa4632dbdfa4';
const corporateId = '0a6d5b1e-4b8f-4a53-8d9c-7c1f8a3f6e22';
const success = `psu-id=${psuId}&tpp-session-id=session-1&context=PRIVATE`;

function faultOf(uri: string): Fault {
  try {
    readScaRedirect(uri);
  } catch (fault) {
    if (fault instanceof Fault) return fault;
    throw fault;
  }
  throw new Error(`${uri} was read`);
}

describe('the redirect after an SCA [S9-redirect-hint]', () => {
  it.each([
    ['an http URI', `http://127.0.0.1:8910/cb/state?${success}`],
    ['a URI with its own query', `https://tpp.example/cb?shop=7&${success}&shop=8`],
    ["an app's scheme", `tpp.app:/cb?${success}`],
  ])('that succeeded is read from %s', (_, uri) => {
    expect(readScaRedirect(uri)).toEqual({
      ok: true,
      psuId,
      tppSessionId: 'session-1',
      context: 'PRIVATE',
    });
  });

  it('names the agreement in the corporate context, ids in small letters', () => {
    const query = `psu-id=${psuId.toUpperCase()}&psu-corporate-id=${corporateId}&tpp-session-id=s&context=CORPORATE`;
    expect(readScaRedirect(`https://tpp.example/cb?${query}`)).toEqual({
      ok: true,
      psuId,
      psuCorporateId: corporateId,
      tppSessionId: 's',
      context: 'CORPORATE',
    });
  });

  it('that failed says code and message', () => {
    const uri = 'https://tpp.example/cb?status=401&code=SCA_INVALID&message=the%20PSU%20declined';
    expect(readScaRedirect(uri)).toEqual({
      ok: false,
      status: '401',
      code: 'SCA_INVALID',
      message: 'the PSU declined',
    });
    expect(readScaRedirect('https://tpp.example/cb?status=500&system=sca')).toEqual({
      ok: false,
      system: 'sca',
      status: '500',
      code: 'no code',
    });
  });

  it.each([
    ['no URI', 'nowhere'],
    ['nothing', 'https://tpp.example/cb'],
    ['no psu-id', 'https://tpp.example/cb?tpp-session-id=s&context=PRIVATE'],
    ['a psu-id that is no UUID', 'https://tpp.example/cb?psu-id=1&tpp-session-id=s&context=PRIVATE'],
    ['an agreement that is no UUID', `https://tpp.example/cb?${success}&psu-corporate-id=1`],
    ['no session', `https://tpp.example/cb?psu-id=${psuId}&context=PRIVATE`],
    ['an empty session', `https://tpp.example/cb?psu-id=${psuId}&tpp-session-id=&context=PRIVATE`],
    ['no context', `https://tpp.example/cb?psu-id=${psuId}&tpp-session-id=s`],
    ['an unknown context', `https://tpp.example/cb?psu-id=${psuId}&tpp-session-id=s&context=BOTH`],
    ['a second psu-id', `https://tpp.example/cb?${success}&psu-id=${corporateId}`],
    ['a second session', `https://tpp.example/cb?${success}&tpp-session-id=session-1`],
    ['a second code', 'https://tpp.example/cb?code=A&code=B&status=400'],
    ['a very long message', `https://tpp.example/cb?code=A&message=${'x'.repeat(513)}`],
  ])('that says %s is refused, and nothing of it is kept', (_, uri) => {
    expect(faultOf(uri)).toMatchObject({ code: 'ANSWER_INVALID', details: {} });
  });
});
