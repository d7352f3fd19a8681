import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/errors.ts';
import { assertRequirements, OPERATOR } from '../../src/session/context.ts';
import type { Profile } from '../../src/settings/profile.ts';

const remote = { baseUrl: 'https://bank.example', certFile: '/keys/seal.p12' };
const offline: Profile = { name: 'offline', bank: 'embedded', values: {} };
const live: Profile = { name: 'live', bank: 'production', remote, values: {} };
const tryout: Profile = { name: 'tryout', bank: 'sandbox', remote, values: {} };

describe('a production profile [C-production-refused]', () => {
  it('is refused what only a sandbox has', () => {
    const refused = () => assertRequirements(live, OPERATOR);
    expect(refused).toThrow(Fault);
    expect(refused).toThrow('Profile live points to a production bank, which has no operator.');
  });

  it.each([offline, tryout])('is not what $name is', (profile) => {
    expect(() => assertRequirements(profile, { onlySandbox: 'sandbox data' })).not.toThrow();
  });

  it('is let do what every bank has', () => {
    expect(() => assertRequirements(live, {})).not.toThrow();
  });
});

describe('the operator of a bank elsewhere [D11-operator-elsewhere]', () => {
  it('is asked for where the profile says that it is, and nowhere else', () => {
    expect(() => assertRequirements(tryout, OPERATOR)).toThrow(
      "Profile tryout doesn't say where to reach its bank's operator.",
    );
    const places = { operatorUrl: 'http://127.0.0.1:1', operatorTokenFile: '/token' };
    expect(() => assertRequirements({ ...tryout, remote: { ...remote, ...places } }, OPERATOR)).not.toThrow();
    expect(() => assertRequirements(offline, OPERATOR)).not.toThrow();
  });
});
