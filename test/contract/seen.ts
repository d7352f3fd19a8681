/** By operationId of the standard: the statuses that the lives of test/contract/lives meet. */
const STATUSES: Readonly<Record<string, string>> = {
  initiatePayment: '201 400 401 403 404 406 409 413 415 503',
  getPaymentInformation: '200 400 401 404 500',
  cancelPayment: '202 204 400 401 404 409',
  getPaymentInitiationStatus: '200 400 401 404',
  startPaymentAuthorisation: '201 400 401 403 404 409',
  getPaymentInitiationAuthorisation: '200 400 401 404',
  getPaymentInitiationScaStatus: '200 400 401 404',
  updatePaymentPsuData: '405',
  startPaymentInitiationCancellationAuthorisation: '201 400 401 404 409',
  getPaymentInitiationCancellationAuthorisationInformation: '200 400 401 404',
  getPaymentCancellationScaStatus: '200 400 401 404',
  updatePaymentCancellationPsuData: '405',
  createSigningBasket: '201 400 401 406 409 413 415 503',
  getSigningBasket: '200 400 401 404 500',
  deleteSigningBasket: '204 400 401 404 409',
  getSigningBasketStatus: '200 400 401 404',
  startSigningBasketAuthorisation: '201 400 401 403 404 409',
  getSigningBasketAuthorisation: '200 400 401 404',
  getSigningBasketScaStatus: '200 400 401 404',
  updateSigningBasketPsuData: '405',
  getAccountList: '200 400 401 406 503',
  readAccountDetails: '200 400 401 404 406 429 500',
  getBalances: '200 400 401 404 406 429',
  getCardAccountList: '200 400 401 406',
  readCardAccountDetails: '200 400 401 404 406 429',
  getCardAccountBalances: '200 400 401 404 406 429',
  createConsent: '201 400 401 406 413',
  askForBankOfferedConsent: '201 400 401',
  readUser: '200 400 401',
  listAgreements: '200 400 401',
  requestFeeInformation: '200 400 401 403 404 406 413 415',
};

export const SEEN: readonly string[] = Object.entries(STATUSES)
  .flatMap(([operation, statuses]) => statuses.split(' ').map((status) => `${operation} ${status}`))
  .sort();
