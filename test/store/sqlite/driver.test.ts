import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';

/** A SQLite of the given version that can say its version and its name. */
function moduleOf(name: string, version: string) {
  return {
    DatabaseSync: class {
      readonly name = name;
      prepare() {
        return { all: () => [{ version }] };
      }
      close() {}
    },
  };
}

/** What `loadDriver` opens with, when the two modules have these versions (undefined: not there). */
function chosen(builtin: string | undefined, packaged: string | undefined): unknown {
  const driver = loadDriver(
    (name) => builtin && moduleOf(name, builtin),
    (name) => {
      if (packaged !== undefined) return moduleOf(name, packaged);
      throw Object.assign(new Error(`no ${name}`), { code: 'MODULE_NOT_FOUND' });
    },
  );
  return (driver('store.db', { readOnly: false }) as unknown as { name: string }).name;
}

describe('sqlite driver [S3-driver, A-embedded-store]', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is node:sqlite where its SQLite is 3.51.3 or newer', () => {
    for (const fit of ['3.51.3', '3.51.4', '3.52.0', '3.100.0', '4.0.0']) {
      expect(chosen(fit, '3.53.0')).toBe('node:sqlite');
    }
  });

  it('is @photostructure/sqlite where node:sqlite is older or not there', () => {
    for (const unfit of ['3.51.2', '3.50.9', '3.9.9', '2.99.99', undefined]) {
      expect(chosen(unfit, '3.53.0')).toBe('@photostructure/sqlite');
    }
  });

  it('is refused with the remedy where neither is there', () => {
    expect(() => chosen('3.50.0', undefined)).toThrow(
      expect.objectContaining({
        code: 'STORE_UNUSABLE',
        message: "SQLite wasn't found: @photostructure/sqlite couldn't be loaded.",
        details: expect.objectContaining({ hint: expect.stringContaining('Reinstall psd2') }),
      }),
    );
  });

  it('keeps the warning of an experimental SQLite from the user, and no other', () => {
    const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    loadDriver((name) => {
      process.emitWarning(`${name} is experimental`, 'ExperimentalWarning');
      process.emitWarning('something else', 'Warning');
      return moduleOf(name, '3.53.0');
    });
    expect(emitWarning.mock.calls).toEqual([['something else', 'Warning']]);
    expect(process.emitWarning).toBe(emitWarning);
  });
});
