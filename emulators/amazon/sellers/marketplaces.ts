/** Amazon's regional endpoints. */
export type Endpoint = 'na' | 'eu' | 'fe'

export type Marketplace = {
  id: string
  countryCode: string
  endpoint: Endpoint
  currency: string
  language: string
  domain: string
}

/** [id, country, currency, language, domain] */
const rows: Record<Endpoint, [string, string, string, string, string][]> = {
  na: [
    ['ATVPDKIKX0DER', 'US', 'USD', 'en_US', 'www.amazon.com'],
    ['A2EUQ1WTGCTBG2', 'CA', 'CAD', 'en_CA', 'www.amazon.ca'],
    ['A1AM78C64UM0Y8', 'MX', 'MXN', 'es_MX', 'www.amazon.com.mx'],
    ['A2Q3Y263D00KWC', 'BR', 'BRL', 'pt_BR', 'www.amazon.com.br'],
  ],
  eu: [
    ['A1F83G8C2ARO7P', 'GB', 'GBP', 'en_GB', 'www.amazon.co.uk'],
    ['A1PA6795UKMFR9', 'DE', 'EUR', 'de_DE', 'www.amazon.de'],
    ['A13V1IB3VIYZZH', 'FR', 'EUR', 'fr_FR', 'www.amazon.fr'],
    ['APJ6JRA9NG5V4', 'IT', 'EUR', 'it_IT', 'www.amazon.it'],
    ['A1RKKUPIHCS9HS', 'ES', 'EUR', 'es_ES', 'www.amazon.es'],
    ['A1805IZSGTT6HS', 'NL', 'EUR', 'nl_NL', 'www.amazon.nl'],
    ['AMEN7PMS3EDWL', 'BE', 'EUR', 'fr_BE', 'www.amazon.com.be'],
    ['A28R8C7NBKEWEA', 'IE', 'EUR', 'en_IE', 'www.amazon.ie'],
    ['A2NODRKZP88ZB9', 'SE', 'SEK', 'sv_SE', 'www.amazon.se'],
    ['A1C3SOZRARQ6R3', 'PL', 'PLN', 'pl_PL', 'www.amazon.pl'],
    ['A33AVAJ2PDY3EV', 'TR', 'TRY', 'tr_TR', 'www.amazon.com.tr'],
    ['ARBP9OOSHTCHU', 'EG', 'EGP', 'ar_EG', 'www.amazon.eg'],
    ['A17E79C6D8DWNP', 'SA', 'SAR', 'ar_SA', 'www.amazon.sa'],
    ['A2VIGQ35RCS4UG', 'AE', 'AED', 'en_AE', 'www.amazon.ae'],
    ['AE08WJ6YKNBMC', 'ZA', 'ZAR', 'en_ZA', 'www.amazon.co.za'],
    ['A21TJRUUN4KGV', 'IN', 'INR', 'en_IN', 'www.amazon.in'],
  ],
  fe: [
    ['A1VC38T7YXB528', 'JP', 'JPY', 'ja_JP', 'www.amazon.co.jp'],
    ['A39IBJ37TRP1C6', 'AU', 'AUD', 'en_AU', 'www.amazon.com.au'],
    ['A19VAU5U5O7RUS', 'SG', 'SGD', 'en_SG', 'www.amazon.sg'],
  ],
}

export const marketplaces: Marketplace[] = (Object.keys(rows) as Endpoint[]).flatMap((endpoint) =>
  rows[endpoint].map(([id, countryCode, currency, language, domain]) => ({
    id,
    countryCode,
    endpoint,
    currency,
    language,
    domain,
  })),
)

export const findMarketplace = (id: string): Marketplace | undefined => marketplaces.find((one) => one.id === id)
