import type { AgreementList, User } from '../../wire/information/psu.ts';
import { reading } from './reading.ts';

/** Who the PSU of the session is. @see D6-user */
export const readUser = reading<undefined, User>('read user');

/** The agreements in which the PSU may act for a company. @see D6-agreements */
export const listAgreements = reading<undefined, AgreementList>('list agreements');
