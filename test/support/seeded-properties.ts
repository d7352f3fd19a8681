import fc from 'fast-check';
import { SEED } from './seed.ts';

/** Every property draws from the one seed: what fails fails again. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
