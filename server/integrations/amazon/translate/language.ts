/** What buyers of a marketplace read first, as Amazon's attributes name it. */
const languages: Readonly<Record<string, string>> = {
  ATVPDKIKX0DER: 'en_US',
  A2EUQ1WTGCTBG2: 'en_CA',
  A1AM78C64UM0Y8: 'es_MX',
  A2Q3Y263D00KWC: 'pt_BR',
  A1PA6795UKMFR9: 'de_DE',
  A1RKKUPIHCS9HS: 'es_ES',
  A13V1IB3VIYZZH: 'fr_FR',
  A1F83G8C2ARO7P: 'en_GB',
  APJ6JRA9NG5V4: 'it_IT',
  A1VC38T7YXB528: 'ja_JP',
  A39IBJ37TRP1C6: 'en_AU',
  A21TJRUUN4KGV: 'en_IN',
}

/** Undefined where we don't know it: Amazon then takes its own. */
export const languageOf = (marketplaceId: string): string | undefined => languages[marketplaceId]
