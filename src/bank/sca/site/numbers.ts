/** A bban of 11 digits as people write it, 4 2 5; another number as it is. */
export function accountNumber(number: string): string {
  return number.replace(/^(\d{4})(\d{2})(\d{5})$/, '$1\u00a0$2\u00a0$3');
}
