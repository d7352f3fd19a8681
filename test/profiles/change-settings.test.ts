import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forgetListeners } from '../support/output-listeners.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const uid = process.getuid?.();

// conf brings one that listens to signals; the build leaves it out.
forgetListeners();
const { updateSettings } = await import('../../src/profiles/settings.ts');

describe('settings that several change at once [C-profile-add, S8-settings-file]', () => {
  it('have what each of them wrote, and nothing is left beside them', async () => {
    const home = join(temporaryFolder(), 'home');
    const names = Array.from({ length: 8 }, (_, place) => `key${place}`);
    // Each reads what is there and writes it with its own: without the lock the last would be alone.
    await Promise.all(
      names.map((name) => updateSettings(home, uid, (settings) => ({ ...settings, [name]: true }))),
    );
    const path = join(home, 'settings.json');
    expect(Object.keys(JSON.parse(readFileSync(path, 'utf8'))).sort()).toEqual(names);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    const others = readdirSync(home).filter((name) => !/^settings\.(?:json|lock(?:-wal|-shm)?)$/.test(name));
    expect(others).toEqual([]);
  });

  it('are as they were when the change is refused', async () => {
    const home = join(temporaryFolder(), 'home');
    await updateSettings(home, uid, () => ({ profile: 'offline' }));
    const before = readFileSync(join(home, 'settings.json'), 'utf8');
    const refused = updateSettings(home, uid, () => {
      throw new Error('taken');
    });
    await expect(refused).rejects.toThrow('taken');
    expect(readFileSync(join(home, 'settings.json'), 'utf8')).toBe(before);
  });
});
